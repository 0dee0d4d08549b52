/** The group that came with user 1, who alone changes it, what it may do and who is in it. It is never the default. */
export const rootGroup = 1
