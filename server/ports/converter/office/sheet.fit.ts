import { writeFile } from "node:fs/promises"
import { zip, type Zippable } from "fflate"
import { ZipArchive } from "../inspect/zip.archive"

const SHEET = /^xl\/worksheets\/[^/]+\.xml$/
/** Larger workbooks are printed as they are: patching would cost more than it gives. Bytes, unpacked. */
const MOST_TOTAL = 80e6
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

function zipFiles(files: Zippable): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    zip(files, { level: 1, consume: true }, (error, bytes) => (error ? reject(error) : resolve(bytes)))
  })
}

/** Writes a copy of the workbook that prints one page wide; false when it is too large or too odd to touch. */
export async function fitSheets(from: string, to: string): Promise<boolean> {
  const archive = await ZipArchive.open(from)
  try {
    const entries = [...archive.entries.values()]
    if (entries.reduce((total, entry) => total + entry.uncompressedSize, 0) > MOST_TOTAL) return false
    const files: Zippable = {}
    for (const { fileName } of entries) {
      if (fileName.endsWith("/")) continue
      const content = await archive.read(fileName, MOST_TOTAL)
      if (content === null) return false
      files[fileName] = SHEET.test(fileName) ? Buffer.from(fitSheetXml(content.toString("utf8"))) : content
    }
    await writeFile(to, await zipFiles(files))
    return true
  } finally {
    archive.close()
  }
}
