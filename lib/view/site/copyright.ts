/** Returns © 2021 - 2026, or one year if both are equal (docs/reference/specification.md 2). */
export const copyrightYears = (start: string, year: number): string => {
  const first = Number.parseInt(start, 10)
  return Number.isInteger(first) && first > 1900 && first < year ? `${first} - ${year}` : String(year)
}

/** Returns the digits of a public-security record number, from which its URL is built. */
export const recordDigits = (record: string): string => record.replace(/\D/g, "")

/** Returns the URL of a footer link. Its setting is a path, a URL, or the identifier of an article. */
export const footerHref = (value: string): string => (/^(https?:\/\/|\/)/i.test(value) ? value : `/article/${encodeURIComponent(value)}`)

/** Returns the identifier of the article that a footer link opens; "" if it opens something else. */
export const footerArticle = (value: string): string => {
  try {
    return decodeURIComponent(/^\/article\/([^/?#]+)$/.exec(footerHref(value.trim()))?.[1] ?? "")
  } catch {
    return "" // a broken escape sequence
  }
}
