import { simplified } from "./simplified"

/*
 * Text normalization for comparison: width, case, whitespace and traditional forms do not matter. The index and queries use the same
 * folding.
 */

/** Whitespace, control characters, private use (glyphs without a meaning) and lone surrogates. */
const dropped = /[\s\p{Cc}\p{Co}\p{Cs}\ufffd]+/gu

/** Folds a text: NFKC, lower case, simplified characters, no whitespace. */
export const fold = (text: string): string => simplified(text.normalize("NFKC").toLowerCase()).replace(dropped, "")

/** Splits a query into words and folds each. */
export const foldWords = (text: string): string[] => text.normalize("NFKC").split(/\s+/).map(fold).filter(Boolean)
