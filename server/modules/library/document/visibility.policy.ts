import { and, eq, inArray, or, sql, type AnyColumn, type SQL } from "drizzle-orm"
import { DocumentVisibility } from "@/lib/contract/library/document.enums"
import { permissionPath } from "@/lib/contract/permissions"
import { isHidden, publicStatuses } from "@/lib/rules/library/document-status"
import { isOpen } from "@/lib/rules/library/document-visibility"
import type { CurrentUser } from "@/server/context"
import { documentGroupTable, documentTable } from "./document.table"

/*
 * Decides which users may see a document; no other code does. `isVisible` answers for one row and a known address, `isListed` for a row
 * that a list, a search or a suggestion would reveal; the conditions are the same two checks in SQL (docs/decisions/280).
 */

/** The reader; null = an anonymous visitor. */
export type Viewer = Pick<CurrentUser, "id" | "root" | "permissions" | "groups"> | null
/** The columns that decide. `groups` are the allowed groups (`allowedGroups`), read only if the visibility is `groups`. */
export type Guarded = { id: number; user_id: number; status: number; visibility: number; groups: readonly number[] }

/** The grant of open share links: their document, whether its owner has paid for every page, and whether the file may be downloaded (`share-grant.policy.ts`). Null = nothing. */
export type ShareGrant = { document_id: number; whole: boolean; download: boolean } | null

const { everybody, unlisted, groups } = DocumentVisibility
const readAnyRight = permissionPath("GET /document")

/** Checks for staff who see every document. */
export const seesAll = (viewer: Viewer): boolean => viewer !== null && (viewer.root || viewer.permissions.has(readAnyRight))

/** Checks for the owner and for staff who see every document. */
export const isInside = (viewer: Viewer, row: Pick<Guarded, "user_id">): boolean =>
  viewer !== null && (viewer.id === row.user_id || seesAll(viewer))

/** Checks whether a page, an image or an answer about the document may be stored by a shared cache. */
export const isPublic = ({ status, visibility }: Pick<Guarded, "status" | "visibility">): boolean =>
  !isHidden(status) && visibility === everybody

/** Checks whether the document is visible to members of these groups. */
export const isForMembers = (row: Omit<Guarded, "id" | "user_id">, memberships: readonly number[]): boolean =>
  !isHidden(row.status) && row.visibility === groups && row.groups.some((id) => memberships.includes(id))

/** Checks whether a share link makes the document visible: never one that staff hide from the public. */
const isShared = (row: Pick<Guarded, "id" | "status">, grant: ShareGrant): boolean => grant?.document_id === row.id && !isHidden(row.status)

/**
 * Checks whether the viewer may see the document by its address, or by a share link that their browser has opened. Deleted documents are
 * the caller's concern.
 */
export const isVisible = (viewer: Viewer, row: Guarded, grant: ShareGrant = null): boolean =>
  isOpen(row) || isInside(viewer, row) || (viewer !== null && isForMembers(row, viewer.groups ?? [])) || isShared(row, grant)

/** Checks whether a list may name the document to the viewer: an unlisted one is named to its owner and staff only. */
export const isListed = (viewer: Viewer, row: Guarded): boolean =>
  isVisible(viewer, row) && (row.visibility !== unlisted || isInside(viewer, row))

export { publicDocuments } from "./document.table"

type Columns = Record<"id" | "deleted_at" | "status" | "visibility", AnyColumn>

/** SQL: the document was on the public lists by these two columns, whether it is deleted or still being converted. */
export const everPublic = (d: Pick<Columns, "status" | "visibility"> = documentTable): SQL =>
  and(inArray(d.status, publicStatuses), eq(d.visibility, everybody))!

// nested: columns directly inside a selected expression lose their table name
const groupRows = sql`select ${documentGroupTable.group_id}::float8 from ${documentGroupTable} where ${documentGroupTable.document_id} = ${documentTable.id}`
/** SQL: the allowed groups of a document, for `Guarded`. */
export const allowedGroups = sql<number[]>`case when ${documentTable.visibility} = ${groups}::int then array(${groupRows}) else '{}' end`

/**
 * SQL: `isVisible` (with `listed`, `isListed`) for the rows of the table `document`, which may be deleted. Null = no condition, for staff.
 */
export const visibleDocuments = (viewer: Viewer, { listed = false } = {}): SQL | undefined => {
  if (seesAll(viewer)) return undefined
  const d = documentTable
  const open = and(inArray(d.status, publicStatuses), inArray(d.visibility, listed ? [everybody] : [everybody, unlisted]))
  if (!viewer) return open
  const memberships = viewer.groups ?? []
  const forMembers =
    memberships.length > 0 &&
    and(
      inArray(d.status, publicStatuses),
      eq(d.visibility, groups),
      sql`exists (select 1 from ${documentGroupTable} where ${documentGroupTable.document_id} = ${d.id} and ${inArray(documentGroupTable.group_id, [...memberships])})`,
    )
  return or(open, eq(d.user_id, viewer.id), forMembers || undefined)
}
