import { DocumentVisibility } from "../../contract/library/document.enums"
import { isHidden } from "./document-status"

const { everybody, unlisted } = DocumentVisibility

type Visible = { visibility: number }

/** Checks whether the document may stand in public lists, whatever its status. */
export const isForEverybody = ({ visibility }: Visible): boolean => visibility === everybody

/** Checks whether everybody who knows its address may see the document. */
export const isOpen = ({ status, visibility }: Visible & { status: number }): boolean =>
  !isHidden(status) && (visibility === everybody || visibility === unlisted)
