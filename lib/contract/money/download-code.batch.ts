/** How many download codes one batch may have. No zod in this file, because the staff screen ships it. */
export const maxCodes = 1_000
