/** © 2021 - 2026, or one year if both are equal (docs/reference/specification.md 2). */
export const copyrightYears = (start: string, year: number): string => {
  const first = Number.parseInt(start, 10)
  return Number.isInteger(first) && first > 1900 && first < year ? `${first} - ${year}` : String(year)
}

/** The digits of a public-security record number: its address is built from them. */
export const recordDigits = (record: string): string => record.replace(/\D/g, "")

/** The address of a footer link: its setting is a path, an address, or the identifier of an article. */
export const footerHref = (value: string): string => (/^(https?:\/\/|\/)/i.test(value) ? value : `/article/${encodeURIComponent(value)}`)
