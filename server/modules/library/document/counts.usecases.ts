import { inArray, type SQL } from "drizzle-orm"
import type { DbCtx } from "@/server/context"
import { shifted } from "@/server/db/counting"
import { documentTable } from "./document.table"

type DocumentCount = "view_count" | "download_count" | "favorite_count" | "comment_count" | "score" | "score_count"

/** Changes counters of these documents by the given differences. */
export const changeDocumentCounts = ({ db }: DbCtx, ids: number[], changes: Partial<Record<DocumentCount, number>>) =>
  db.update(documentTable).set(shifted(documentTable, changes)).where(inArray(documentTable.id, ids))

/** Writes recounted counters. */
export const setDocumentCounts = ({ db }: DbCtx, ids: number[], values: Partial<Record<DocumentCount, number | SQL>>) =>
  db.update(documentTable).set(values).where(inArray(documentTable.id, ids))
