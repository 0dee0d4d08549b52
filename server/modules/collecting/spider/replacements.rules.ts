import { linesOf } from "./address.rules"

/** Parses `old => new` lines to pairs; an empty right side removes the text. Null if a line is invalid. */
export const replacementsOf = (text: string): [string, string][] | null => {
  const pairs = linesOf(text).map((line): [string, string] | null => {
    const at = line.indexOf("=>")
    const from = at < 0 ? "" : line.slice(0, at).trim()
    return from ? [from, line.slice(at + 2).trim()] : null
  })
  return pairs.every((pair) => pair !== null) ? pairs : null
}
