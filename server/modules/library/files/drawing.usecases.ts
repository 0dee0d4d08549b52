/* What other modules may do with drawn pages: written by the conversion, read wherever pages are shown. */

export {
  addConversion,
  addPages,
  findConversion,
  findLatestConversion,
  listLatestConversions,
  listUnseenCovers,
  setCoverState,
  setImportedTexts,
  setPageText,
  setTextBands,
  type ConversionRow,
} from "./drawing.repository"
