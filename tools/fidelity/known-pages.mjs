/**
 * Pages known to differ by more than the goal allows, each with its reason: "file name#page". A page belongs here when
 * somebody has looked at both pictures and ours is right, or no worse in another way.
 */
export const knownPages = {}
