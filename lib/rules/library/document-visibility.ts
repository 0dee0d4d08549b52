import { DocumentVisibility } from "../../contract/library/document.enums"
import { isHidden } from "./document-status"

const { everybody, unlisted } = DocumentVisibility

type Visible = { visibility: number }

/** Checks whether the visibility allows the document in public lists, regardless of its status. */
export const isForEverybody = ({ visibility }: Visible): boolean => visibility === everybody

/** Checks whether every visitor with its address may see the document. */
export const isOpen = ({ status, visibility }: Visible & { status: number }): boolean =>
  !isHidden(status) && (visibility === everybody || visibility === unlisted)
