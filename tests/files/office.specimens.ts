import { revisionSpecimens } from "./office/revisions"
import type { Specimen } from "./specimen"

/** Word, Excel, PowerPoint and OpenDocument files. */
export const officeSpecimens: readonly Specimen[] = [...revisionSpecimens]
