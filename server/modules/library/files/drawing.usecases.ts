/* The interface to converted pages for other modules: the conversion writes them, and every page view reads them. */

export {
  addConversion,
  addPages,
  findConversion,
  findLatestConversion,
  findSharedConversion,
  isNearBanned,
  listDrawnPages,
  listLatestConversions,
  listSimilarBlobs,
  listUnseenCovers,
  listWithoutInk,
  setCoverState,
  setImportedTexts,
  setInk,
  setPageText,
  setTextBands,
  type ConversionRow,
} from "./drawing.repository"
export { dropImprint, isPictureNearBanned, listSimilarPictures, setImprint } from "./page-imprint.repository"
