import { ofdSpecimens } from "./ofd-specimens"
import { mailSpecimens } from "./mail-specimens"
import { mindmapSpecimens } from "./mindmap-specimens"
import { officeSpecimens } from "./office-specimens"
import { rareCharacterSpecimens } from "./rare-character-specimens"
import { rubySpecimens } from "./ruby-specimens"
import { sheetSpecimens } from "./sheet-specimens"
import { bookSpecimens } from "./book-specimens"
import { bookDrawingSpecimens } from "./book-drawing-specimens"
import { bookContentSpecimens } from "./book-content-specimens"
import { archiveSpecimens } from "./archive-specimens"
import { encodingSpecimens } from "./encoding-specimens"
import { pictureSpecimens } from "./picture-specimens"
import { pdfAnnotationSpecimens } from "./pdf-annotation-specimens"
import { pdfCodedPictureSpecimens } from "./pdf-coded-picture-specimens"
import { pdfEdgeSpecimens } from "./pdf-edge-specimens"
import { pdfFormSpecimens, pdfUnitSpecimens } from "./pdf-form-specimens"
import { pdfLayerSpecimens } from "./pdf-layer-specimens"
import { pdfLayerStateSpecimens } from "./pdf-layer-state-specimens"
import { pdfMeaningSpecimens } from "./pdf-meaning-specimens"
import { pdfPermissionSpecimens } from "./pdf-permission-specimens"
import { pdfPictureSpecimens } from "./pdf-picture-specimens"
import { pdfTextSpecimens } from "./pdf-texts-specimens"
import { textSpecimens } from "./text-specimens"
import type { Specimen } from "./specimen"

/** Each list holds the specimens of one family of formats. */
export const specimenLists: Record<string, readonly Specimen[]> = {
  texts: textSpecimens,
  encodings: encodingSpecimens,
  books: bookSpecimens,
  "contents of books": bookContentSpecimens,
  "drawings in books": bookDrawingSpecimens,
  "rare characters": rareCharacterSpecimens,
  readings: rubySpecimens,
  sheets: sheetSpecimens,
  "texts of PDF": pdfTextSpecimens,
  "layers of PDF": pdfLayerSpecimens,
  "states of layers of PDF": pdfLayerStateSpecimens,
  "annotations of PDF": pdfAnnotationSpecimens,
  "edges of pages of PDF": pdfEdgeSpecimens,
  "forms of PDF": pdfFormSpecimens,
  "units of PDF": pdfUnitSpecimens,
  "meaning of texts of PDF": pdfMeaningSpecimens,
  "permissions of PDF": pdfPermissionSpecimens,
  "pictures of PDF": pdfPictureSpecimens,
  "coded pictures of PDF": pdfCodedPictureSpecimens,
  "OFD files": ofdSpecimens,
  archives: archiveSpecimens,
  mails: mailSpecimens,
  pictures: pictureSpecimens,
  "mind maps": mindmapSpecimens,
  "office files": officeSpecimens,
}
