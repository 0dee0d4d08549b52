/**
 * One rule of the product, broken in one position.
 *
 * `find` occurs once in `file`. Any white space matches any other white space, so that the formatter may break the line elsewhere.
 * If the code is no longer in that file, the tool looks for the fragment in all product files.
 * `earlier` is the spelling in commits before a rename, for `--at`.
 * `tests` are glob patterns; a name without a folder matches in any folder.
 *
 * @typedef {{ find: string, replace: string }} Edit
 * @typedef {Edit & { name: string, rule: string, file: string, tests: string[], earlier?: Edit }} Fault
 */

/** Declares faults. `find` is a literal copy of the code, not a pattern; `--only` takes the `name`. @param {Fault[]} faults */
export const declare = (faults) => faults

const escaped = (/** @type {string} */ text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")

/**
 * Returns the positions of the fragment in the text. @param {string} text @param {string} find @returns {{ from: number, to: number }[]}
 */
export const occurrences = (text, find) => {
  const pattern = new RegExp(find.trim().split(/\s+/).map(escaped).join("\\s+"), "g")
  return [...text.matchAll(pattern)].map((match) => ({ from: match.index, to: match.index + match[0].length }))
}

/** Returns the pattern of a path glob: `*` matches within one folder, `**` any number of folders. @param {string} glob */
export const pathPattern = (glob) => {
  const whole = glob.includes("/") ? glob : `**/${glob}`
  const parts = whole.split(/(\*\*\/|\*)/).map((part) => (part === "**/" ? "(?:.*/)?" : part === "*" ? "[^/]*" : escaped(part)))
  return new RegExp(`^${parts.join("")}$`)
}
