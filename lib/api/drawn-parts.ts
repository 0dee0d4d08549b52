/** HTML of parts of the page that is being drawn, by name: from where its data are made to where its HTML is (docs/decisions/120). */
export type DrawnParts = Map<string, string>

const place = Symbol.for("doujia.parts")
type Holder = { [place]?: () => DrawnParts | undefined }

/** `find` says which parts belong to the code that runs. On `globalThis`, since Next loads modules more than once. */
export const provideParts = (find: () => DrawnParts | undefined): void => {
  ;(globalThis as Holder)[place] = find
}

/** The parts of the drawing that runs; none for a navigation inside the browser, which takes its HTML as data, and in development. */
export const findParts = (): DrawnParts | undefined => (globalThis as Holder)[place]?.()
