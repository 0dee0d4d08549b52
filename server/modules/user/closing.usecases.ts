// placeholder: being written
export const cancelClosing = async (..._: unknown[]): Promise<never> => { throw new Error("being written") }
export const requestClosing = async (..._: unknown[]): Promise<never> => { throw new Error("being written") }
