const PAGE_SETUP = '<pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="0"/>'
const FIT = '<pageSetUpPr fitToPage="1"/>'

function withFitProperty(xml: string): string {
  if (/<sheetPr\b[^>]*\/>/.test(xml)) return xml.replace(/<sheetPr\b([^>]*)\/>/, `<sheetPr$1>${FIT}</sheetPr>`)
  if (/<sheetPr\b/.test(xml)) return xml.replace(/<pageSetUpPr\b[^>]*\/>/, "").replace("</sheetPr>", `${FIT}</sheetPr>`)
  return xml.replace(/(<worksheet\b[^>]*>)/, `$1<sheetPr>${FIT}</sheetPr>`)
}

/** Sets one sheet's XML to landscape A4, one page wide. Sheets that already use fit-to-page are left unchanged. */
export function fitSheetXml(xml: string): string {
  if (/fitToPage="(1|true)"/.test(xml)) return xml
  const fitted = withFitProperty(xml.replace(/<pageSetup\b[^>]*\/>/, ""))
  const margins = /<pageMargins\b[^>]*\/>/
  if (margins.test(fitted)) return fitted.replace(margins, (match) => match + PAGE_SETUP)
  // Without margins, the page setup's position in the schema's order is determined by the elements that may follow it.
  const next = /<(headerFooter|rowBreaks|colBreaks|drawing|legacyDrawing|picture|oleObjects|controls|tableParts|extLst)\b|<\/worksheet>/
  return fitted.replace(next, (match) => PAGE_SETUP + match)
}
