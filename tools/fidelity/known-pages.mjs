/**
 * Pages known to differ by more than the goal allows, each with its reason: "file name#page". A page is listed here only after a developer
 * has looked at both pictures and found ours correct, or no worse in another way.
 */
export const knownPages = {}
