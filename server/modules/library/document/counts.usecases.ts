import { inArray, type SQL } from "drizzle-orm"
import type { DbCtx } from "@/server/context"
import { shifted } from "@/server/db/counting"
import { documentTable } from "./document.table"

type DocumentCount = "view_count" | "download_count" | "favorite_count" | "comment_count" | "score" | "score_count"

/** Changes counters of these documents by so many each. */
export const changeDocumentCounts = ({ db }: DbCtx, ids: number[], changes: Partial<Record<DocumentCount, number>>) =>
  db.update(documentTable).set(shifted(documentTable, changes)).where(inArray(documentTable.id, ids))

/** Writes counters that were counted anew. */
export const setDocumentCounts = ({ db }: DbCtx, ids: number[], values: Partial<Record<DocumentCount, number | SQL>>) =>
  db.update(documentTable).set(values).where(inArray(documentTable.id, ids))
