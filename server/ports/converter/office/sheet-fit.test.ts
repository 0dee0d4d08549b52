import { expect, test } from "vitest"
import { fitSheetXml } from "./sheet-fit"

const SETUP = '<pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="0"/>'
const FIT = '<pageSetUpPr fitToPage="1"/>'

test.each([
  ["a bare sheet", "<worksheet><sheetData/></worksheet>", `<worksheet><sheetPr>${FIT}</sheetPr><sheetData/>${SETUP}</worksheet>`],
  [
    "a sheet with margins and its own set-up",
    '<worksheet><sheetPr codeName="x"/><sheetData/><pageMargins left="1"/><pageSetup scale="80"/><drawing/></worksheet>',
    `<worksheet><sheetPr codeName="x">${FIT}</sheetPr><sheetData/><pageMargins left="1"/>${SETUP}<drawing/></worksheet>`,
  ],
  [
    "a drawing after the data",
    "<worksheet><sheetData/><drawing/></worksheet>",
    `<worksheet><sheetPr>${FIT}</sheetPr><sheetData/>${SETUP}<drawing/></worksheet>`,
  ],
])("fits %s", (_, xml, fitted) => {
  expect(fitSheetXml(xml)).toBe(fitted)
})

test("leaves a sheet unchanged that already fits", () => {
  const xml = `<worksheet><sheetPr>${FIT}</sheetPr><sheetData/></worksheet>`
  expect(fitSheetXml(xml)).toBe(xml)
})
