/* Text comparison ignores width, case and white space, because files contain arbitrary spaces between Chinese characters. */

/** Returns the text in NFKC and lower case. */
export const foldText = (text: string): string => text.normalize("NFKC").toLowerCase()

const space = /\s/
/** Fast path for most characters of a page; Unicode normalisation of each one takes ten times as long. */
const foldOne = (character: string): string => {
  const code = character.charCodeAt(0)
  if (code >= 0x4e00 && code <= 0x9fff) return character
  if (code > 0x20 && code < 0x80) return code >= 0x41 && code <= 0x5a ? String.fromCharCode(code + 32) : character
  return space.test(character) ? "" : foldText(character).replace(/\s+/g, "")
}

/** Folds the text and removes white space. */
export const foldWhole = (text: string): string => foldText(text).replace(/\s+/g, "")

/**
 * Folds like `foldWhole`, and returns each folded character's position in the original text; the last position is the end. `fold` folds one
 * character.
 */
export const foldWithOffsets = (text: string, fold: (character: string) => string = foldOne): { folded: string; places: number[] } => {
  let folded = ""
  const places: number[] = []
  let at = 0
  for (const character of text) {
    const plain = fold(character)
    folded += plain
    for (let n = 0; n < plain.length; n++) places.push(at)
    at += character.length
  }
  places.push(at)
  return { folded, places }
}

/** Returns the positions of all matches of the query in a folded text, without overlaps. */
export const placesOf = (folded: string, query: string): number[] => {
  const positions: number[] = []
  if (!query) return positions
  for (let at = folded.indexOf(query); at >= 0; at = folded.indexOf(query, at + query.length)) positions.push(at)
  return positions
}
