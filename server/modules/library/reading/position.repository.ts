import { and, desc, eq, gt, inArray, isNull, lt } from "drizzle-orm"
import { readableStatuses } from "@/lib/rules/library/document-status"
import type { Db } from "@/server/db/client"
import { documentTable as d } from "../document/document.table"
import { visibleDocuments, type Viewer } from "../document/visibility.policy"
import { readingPositionTable as p } from "./reading.table"

/** Identifies a user's position in a document. */
type PositionKey = { user_id: number; document_id: number }

export const upsertPosition = async (db: Db, row: PositionKey & { page: number; updated_at: Date }): Promise<void> => {
  const { page, updated_at } = row
  await db
    .insert(p)
    .values(row)
    .onConflictDoUpdate({ target: [p.user_id, p.document_id], set: { page, updated_at } })
}

export const findPosition = async (db: Db, { user_id, document_id }: PositionKey): Promise<{ page: number; updated_at: Date } | null> => {
  const [position] = await db
    .select({ page: p.page, updated_at: p.updated_at })
    .from(p)
    .where(and(eq(p.user_id, user_id), eq(p.document_id, document_id)))
  return position ?? null
}

/** Returns the readable documents that a user has started but not finished, the last read first. */
export const listUnfinished = (db: Db, viewer: NonNullable<Viewer>, limit: number) =>
  db
    .select({
      uuid: d.uuid,
      title: d.title,
      ext: d.ext,
      pages: d.pages,
      width: d.width,
      height: d.height,
      status: d.status,
      version: d.version,
      converted_pages: d.converted_pages,
      page: p.page,
      updated_at: p.updated_at,
    })
    .from(p)
    .innerJoin(d, eq(d.id, p.document_id))
    .where(
      and(
        eq(p.user_id, viewer.id),
        gt(p.page, 1),
        lt(p.page, d.pages),
        isNull(d.deleted_at),
        inArray(d.status, readableStatuses),
        visibleDocuments(viewer),
      ),
    )
    .orderBy(desc(p.updated_at))
    .limit(limit)
