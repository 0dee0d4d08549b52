import { simplified } from "./simplified"

/* How texts are compared: width, case, white space and traditional forms do not matter. The index and the query fold alike. */

/** White space, control characters, private use (glyphs without a meaning) and halves of characters. */
const dropped = /[\s\p{Cc}\p{Co}\p{Cs}\ufffd]+/gu

/** NFKC, lower case, simplified, without white space. */
export const fold = (text: string): string => simplified(text.normalize("NFKC").toLowerCase()).replace(dropped, "")

/** The words of a query, each folded. */
export const foldWords = (text: string): string[] => text.normalize("NFKC").split(/\s+/).map(fold).filter(Boolean)
