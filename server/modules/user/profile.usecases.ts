// placeholder: being written
export const bindEmail = async (..._: unknown[]): Promise<never> => { throw new Error("being written") }
export const bindMobile = async (..._: unknown[]): Promise<never> => { throw new Error("being written") }
export const changePassword = async (..._: unknown[]): Promise<never> => { throw new Error("being written") }
export const changeProfile = async (..._: unknown[]): Promise<never> => { throw new Error("being written") }
