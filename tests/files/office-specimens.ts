import { embeddedFontSpecimens } from "./office/embedded-fonts"
import { equationSpecimens } from "./office/equations"
import { drawingSpecimens } from "./office/drawings"
import { layoutSpecimens } from "./office/layouts"
import { lockedDocuments } from "./office/locked-documents"
import { lockedWorkbooks } from "./office/locked-workbooks"
import { macroSpecimens } from "./office/macros"
import { openDocumentSpecimens } from "./office/open-documents"
import { revisionSpecimens } from "./office/revisions"
import { slideSpecimens } from "./office/slides"
import { wrongNames } from "./office/wrong-names"
import type { Specimen } from "./specimen"

/** Word, Excel, PowerPoint, OpenDocument, Visio and Publisher files. */
export const officeSpecimens: readonly Specimen[] = [
  ...revisionSpecimens,
  ...equationSpecimens,
  ...lockedWorkbooks,
  ...lockedDocuments,
  ...wrongNames,
  ...macroSpecimens,
  ...drawingSpecimens,
  ...layoutSpecimens,
  ...slideSpecimens,
  ...openDocumentSpecimens,
  ...embeddedFontSpecimens,
]
