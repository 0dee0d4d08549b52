/** Up to this many rows without values after the last value are printed as lines of a form. If there are more, none of them is. */
const EMPTY_ROWS = 200
const VALUE_TAGS = ["<v>", "<v ", "<is>", "<is ", "<f>", "<f "]

const rowNumber = (xml: string, at: number): number => Number(/^<row\b[^>]*?\sr="(\d+)"/.exec(xml.slice(at, at + 500))?.[1] ?? Number.NaN)

/**
 * Removes the formatted but empty rows after the last value if they reach far below it. A sheet whose formats reach down to row 1,048,576
 * would otherwise print thousands of empty pages, or keep LibreOffice busy until its time is over.
 */
export function trimEmptyRowsXml(xml: string): string {
  const start = xml.indexOf("<sheetData>")
  const end = xml.lastIndexOf("</sheetData>")
  if (start < 0 || end < 0) return xml
  const value = Math.max(start, ...VALUE_TAGS.map((tag) => xml.lastIndexOf(tag, end)))
  const lastRow = value === start ? 0 : rowNumber(xml, xml.lastIndexOf("<row", value))
  const firstEmpty = xml.indexOf("<row", value)
  let at = firstEmpty
  for (let count = 0; at >= 0 && at < end; count += 1) {
    if (count >= EMPTY_ROWS || rowNumber(xml, at) > lastRow + EMPTY_ROWS) return xml.slice(0, firstEmpty) + xml.slice(end)
    at = xml.indexOf("<row", at + 4)
  }
  return xml
}
