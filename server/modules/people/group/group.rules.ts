/** The initial group of user 1. Only user 1 can change it, its permissions and its members. It is never the default. */
export const rootGroup = 1
