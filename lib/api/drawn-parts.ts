/**
 * HTML of static parts of the page being rendered, by name: passed from the render that creates its data to the one that writes its HTML
 * (docs/decisions/120).
 */
export type DrawnParts = Map<string, string>

const partsKey = Symbol.for("doujia.parts")
type Holder = { [partsKey]?: () => DrawnParts | undefined }

/** `find` returns the parts of the current render. On `globalThis`, because Next loads modules more than once. */
export const provideParts = (find: () => DrawnParts | undefined): void => {
  ;(globalThis as Holder)[partsKey] = find
}

/** Returns the parts of the current render; undefined in development and for client-side navigation, which gets its HTML as data. */
export const findParts = (): DrawnParts | undefined => (globalThis as Holder)[partsKey]?.()
