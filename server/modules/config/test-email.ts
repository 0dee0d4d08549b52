// placeholder: being written
export const sendTestEmail = async (..._: unknown[]): Promise<never> => { throw new Error("being written") }
