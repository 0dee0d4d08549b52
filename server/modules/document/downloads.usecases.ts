// placeholder: being written
export const readDownloads = async (..._: unknown[]): Promise<never> => { throw new Error("being written") }
