// placeholder: being written
export const exportData = async (..._: unknown[]): Promise<never> => { throw new Error("being written") }
