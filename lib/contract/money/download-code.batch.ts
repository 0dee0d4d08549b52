/** How many download codes one batch may have. No zod in this file: the screen of staff carries it. */
export const maxCodes = 1_000
