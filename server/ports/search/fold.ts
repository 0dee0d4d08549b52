import { simplified } from "./simplified"

/* How texts are compared: width, case, white space and traditional forms do not matter. The index and the query fold alike. */

/** White space, control characters, private use (glyphs without a meaning) and halves of characters. */
const dropped = /[\s\p{Cc}\p{Co}\p{Cs}\ufffd]+/gu

/** NFKC, lower case, simplified, without white space. */
export const fold = (text: string): string => simplified(text.normalize("NFKC").toLowerCase()).replace(dropped, "")

/** The words of a query, each folded. */
export const foldWords = (text: string): string[] => text.normalize("NFKC").split(/\s+/).map(fold).filter(Boolean)

/** A folded text with the place of every one of its characters in the original; the last one is the end. */
export const foldWithPlaces = (text: string): { folded: string; places: number[] } => {
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
