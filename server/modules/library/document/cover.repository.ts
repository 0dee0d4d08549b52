import { and, asc, eq, gt, inArray, isNull, ne, or } from "drizzle-orm"
import { DocumentStatus } from "@/lib/contract/library/document.enums"
import type { Db } from "@/server/db/client"
import { conversionTable } from "../files/drawing.table"
import { documentTable as t } from "./document.table"
import { CoverState } from "./cover.rules"

/** Records the document's current cover; false if another process has already recorded one. */
export const setTitleCover = async (db: Db, id: number, before: string, title_cover: string): Promise<boolean> =>
  (
    await db
      .update(t)
      .set({ title_cover })
      .where(and(eq(t.id, id), eq(t.title_cover, before)))
      .returning({ id: t.id })
  ).length > 0

/** Checks whether the first page of this document is nearly empty. */
export const isFaint = async (db: Db, { sha256, version }: { sha256: string; version: number }): Promise<boolean> =>
  (await db.$count(
    conversionTable,
    and(eq(conversionTable.sha256, sha256), eq(conversionTable.version, version), eq(conversionTable.cover, CoverState.faint)),
  )) > 0

/** Lists documents after `after` that have a title cover, or should have one: failed ones, texts. */
export const listTitled = (db: Db, texts: string[], after: number, limit: number) =>
  db
    .select({ id: t.id })
    .from(t)
    .where(
      and(
        gt(t.id, after),
        isNull(t.deleted_at),
        or(ne(t.title_cover, ""), eq(t.status, DocumentStatus.failed), and(eq(t.status, DocumentStatus.converted), inArray(t.ext, texts))),
      ),
    )
    .orderBy(asc(t.id))
    .limit(limit)

/** Lists the documents that use this conversion. */
export const listShowing = (db: Db, { sha256, version }: { sha256: string; version: number }) =>
  db
    .select({ id: t.id })
    .from(t)
    .where(and(eq(t.sha256, sha256), eq(t.version, version), isNull(t.deleted_at)))
