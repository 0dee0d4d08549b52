// placeholder: being written
export const readSign = async (..._: unknown[]): Promise<never> => { throw new Error("being written") }
export const signIn = async (..._: unknown[]): Promise<never> => { throw new Error("being written") }
