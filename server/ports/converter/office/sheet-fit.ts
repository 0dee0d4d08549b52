const PAGE_SETUP = '<pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="0"/>'
const FIT = '<pageSetUpPr fitToPage="1"/>'

function withFitProperty(xml: string): string {
  if (/<sheetPr\b[^>]*\/>/.test(xml)) return xml.replace(/<sheetPr\b([^>]*)\/>/, `<sheetPr$1>${FIT}</sheetPr>`)
  if (/<sheetPr\b/.test(xml)) return xml.replace(/<pageSetUpPr\b[^>]*\/>/, "").replace("</sheetPr>", `${FIT}</sheetPr>`)
  return xml.replace(/(<worksheet\b[^>]*>)/, `$1<sheetPr>${FIT}</sheetPr>`)
}

/** One sheet's XML, set to landscape A4 and one page wide; sheets that already choose to fit are left alone. */
export function fitSheetXml(xml: string): string {
  if (/fitToPage="(1|true)"/.test(xml)) return xml
  const fitted = withFitProperty(xml.replace(/<pageSetup\b[^>]*\/>/, ""))
  const margins = /<pageMargins\b[^>]*\/>/
  if (margins.test(fitted)) return fitted.replace(margins, (found) => found + PAGE_SETUP)
  // Without margins the page setup's place in the schema's order is found by what may come after it.
  const next = /<(headerFooter|rowBreaks|colBreaks|drawing|legacyDrawing|picture|oleObjects|controls|tableParts|extLst)\b|<\/worksheet>/
  return fitted.replace(next, (found) => PAGE_SETUP + found)
}
