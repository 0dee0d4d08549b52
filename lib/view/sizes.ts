/* Sizes from docs/reference/specification.md 9 that scripts need. */

/** The menu of /admin in pixels: its width, its collapsed width, and the window width below which it collapses. */
export const adminMenuSize = { width: 240, folded: 64, foldsBelow: 1000 } as const

/** Returns the width of a side drawer. */
export const sideDrawerSize = (phone: boolean): string => (phone ? "90%" : "50%")
