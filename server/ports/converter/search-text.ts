const CJK = "\\u2e80-\\u9fff\\uf900-\\ufaff\\uff00-\\uffef\\u3000-\\u303f"
const breakBetweenCjk = new RegExp(`(?<=[${CJK}])[ \\t]*\\n+[ \\t]*(?=[${CJK}])`, "g")

/** Maximum text of one document in the search index, in characters (docs/reference/conversion.md 5: 2 MB). */
export const SEARCH_TEXT_LIMIT = 2_000_000

/** Radicals, compatibility ideographs, ligatures and wide letters that files use in place of ordinary characters. */
const compatibility = /[\u2e80-\u2fdf\uf900-\ufaff\ufb00-\ufb06\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]+/g

/**
 * Normalizes the text of a page for display and for the search index: ordinary characters, no control characters,
 * and wrapped lines of Chinese joined again. Full-width punctuation stays because the text is also displayed.
 */
export function toSearchText(raw: string): string {
  return raw
    .replace(/\r\n?/g, "\n")
    .replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\ufffe\uffff]+/g, " ")
    .replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, "")
    .replace(compatibility, (match) => match.normalize("NFKC"))
    .replace(breakBetweenCjk, "")
    .replace(/[ \u00a0]{2,}/g, " ")
    .replace(/ ?\n ?/g, "\n")
    .trim()
}
