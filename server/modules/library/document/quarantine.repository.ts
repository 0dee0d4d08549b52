import { and, eq, isNull } from "drizzle-orm"
import type { Db } from "@/server/db/client"
import { documentTable as t } from "./document.table"

/** Lists the documents whose current file has this content. */
export const listIdsOfBlob = async (db: Db, sha256: string): Promise<number[]> =>
  (
    await db
      .select({ id: t.id })
      .from(t)
      .where(and(eq(t.sha256, sha256), isNull(t.deleted_at)))
  ).map(({ id }) => id)
