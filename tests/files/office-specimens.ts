import { equationSpecimens } from "./office/equations"
import { lockedWorkbooks } from "./office/locked-workbooks"
import { macroSpecimens } from "./office/macros"
import { revisionSpecimens } from "./office/revisions"
import { wrongNames } from "./office/wrong-names"
import type { Specimen } from "./specimen"

/** Word, Excel, PowerPoint and OpenDocument files. */
export const officeSpecimens: readonly Specimen[] = [
  ...revisionSpecimens,
  ...equationSpecimens,
  ...lockedWorkbooks,
  ...wrongNames,
  ...macroSpecimens,
]
