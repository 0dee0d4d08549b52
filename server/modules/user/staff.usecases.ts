// placeholder: being written
export const addUserByStaff = async (..._: unknown[]): Promise<never> => { throw new Error("being written") }
export const deleteUsers = async (..._: unknown[]): Promise<never> => { throw new Error("being written") }
export const listUsers = async (..._: unknown[]): Promise<never> => { throw new Error("being written") }
export const setUser = async (..._: unknown[]): Promise<never> => { throw new Error("being written") }
