/**
 * One rule of the product, broken in one place.
 *
 * `find` occurs once in `file`; white space counts as any white space, so that the formatter may break the line elsewhere.
 * When the file has moved, the tool looks for the fragment in all product files.
 * `earlier` is the spelling of commits before a rename, for `--at`.
 * `tests` are glob patterns; a name without a folder is found wherever it stands.
 *
 * @typedef {{ find: string, replace: string }} Edit
 * @typedef {Edit & { name: string, rule: string, file: string, tests: string[], earlier?: Edit }} Fault
 */

/** Literal copies only: `name` is what `--only` takes. @param {Fault[]} faults */
export const declare = (faults) => faults

const escaped = (/** @type {string} */ text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")

/** Where the fragment stands in the text. @param {string} text @param {string} find @returns {{ from: number, to: number }[]} */
export const occurrences = (text, find) => {
  const pattern = new RegExp(find.trim().split(/\s+/).map(escaped).join("\\s+"), "g")
  return [...text.matchAll(pattern)].map((match) => ({ from: match.index, to: match.index + match[0].length }))
}

/** A pattern of paths: `*` within one folder, `**` over any number of folders. @param {string} glob */
export const pathPattern = (glob) => {
  const whole = glob.includes("/") ? glob : `**/${glob}`
  const parts = whole.split(/(\*\*\/|\*)/).map((part) => (part === "**/" ? "(?:.*/)?" : part === "*" ? "[^/]*" : escaped(part)))
  return new RegExp(`^${parts.join("")}$`)
}
