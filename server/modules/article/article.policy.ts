// placeholder: being written
export const requirePublishRight = async (..._: unknown[]): Promise<never> => { throw new Error("being written") }
