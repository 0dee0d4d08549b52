/* Sizes of docs/reference/specification.md 9, where scripts need them. */

/** The menu of /admin in pixels: its width, folded, and below which width of the window it folds. */
export const adminMenuSize = { width: 240, folded: 64, foldsBelow: 1000 } as const

/** The width of a drawer at the side. */
export const sideDrawerSize = (phone: boolean): string => (phone ? "90%" : "50%")
