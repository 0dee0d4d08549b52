const CJK = "\\u2e80-\\u9fff\\uf900-\\ufaff\\uff00-\\uffef\\u3000-\\u303f"
const breakBetweenCjk = new RegExp(`(?<=[${CJK}])[ \\t]*\\n+[ \\t]*(?=[${CJK}])`, "g")

/** All text of one document that is kept for the search index, in characters (docs: pipeline §3: 2 MB). */
export const SEARCH_TEXT_LIMIT = 2_000_000

/** Text as the search index wants it: NFKC, no control characters, lines that Chinese was wrapped into joined again. */
export function toSearchText(raw: string): string {
  return raw
    .replace(/\r\n?/g, "\n")
    .replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\ufffe\uffff]+/g, " ")
    .replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, "")
    .normalize("NFKC")
    .replace(breakBetweenCjk, "")
    .replace(/[ \u00a0]{2,}/g, " ")
    .replace(/ ?\n ?/g, "\n")
    .trim()
}
