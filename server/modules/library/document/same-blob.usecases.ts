import { and, eq, isNull } from "drizzle-orm"
import type { DbCtx } from "@/server/context"
import { documentTable as t } from "./document.table"

/** Finds a document of the site with this content that is not deleted. */
export const findDocumentOfBlob = async ({ db }: DbCtx, sha256: string): Promise<{ uuid: string; title: string } | null> => {
  const same = and(eq(t.sha256, sha256), isNull(t.deleted_at))
  return (await db.select({ uuid: t.uuid, title: t.title }).from(t).where(same).limit(1))[0] ?? null
}
