import { and, asc, eq, gt, inArray, isNull, lt, ne, or } from "drizzle-orm"
import type { DbCtx } from "@/server/context"
import { attachmentTable as a } from "./attachment.table"
import { scanTable as s } from "./scan.table"
import { storedFileTypes } from "./storage-keys.rules"

export type Scan = typeof s.$inferInsert

/** Stores the newest verdict on a content. */
export const noteScan = async ({ db }: DbCtx, { sha256, ...values }: Scan): Promise<void> =>
  void (await db
    .insert(s)
    .values({ sha256, ...values })
    .onConflictDoUpdate({ target: s.sha256, set: values }))

/** Returns what the scanner recognized in this content; "" = nothing, or it has not been scanned. */
export const findSignature = async ({ db }: DbCtx, sha256: string): Promise<string> =>
  (await db.select({ signature: s.signature }).from(s).where(eq(s.sha256, sha256)))[0]?.signature ?? ""

/** Which contents to scan: those never scanned, or also those scanned by another version or before `before`. */
export type ScanQuery = { after: string; limit: number; renew?: { engine: string; before: Date } }

/** Lists stored document files to scan, by content. Infected files already have a decision. Images are re-encoded on upload. */
export const listToScan = ({ db }: DbCtx, { after, limit, renew }: ScanQuery): Promise<{ sha256: string; ext: string }[]> =>
  db
    .selectDistinctOn([a.sha256], { sha256: a.sha256, ext: a.ext })
    .from(a)
    .leftJoin(s, eq(s.sha256, a.sha256))
    .where(
      and(
        gt(a.sha256, after),
        isNull(a.deleted_at),
        inArray(a.type, storedFileTypes),
        renew
          ? or(isNull(s.sha256), and(eq(s.signature, ""), or(ne(s.engine, renew.engine), lt(s.scanned_at, renew.before))))
          : isNull(s.sha256),
      ),
    )
    .orderBy(asc(a.sha256))
    .limit(limit)

/** Lists the users who uploaded this content. */
export const listSenders = async ({ db }: DbCtx, sha256: string): Promise<number[]> =>
  (await db.selectDistinct({ user_id: a.user_id }).from(a).where(eq(a.sha256, sha256))).map(({ user_id }) => user_id).filter(Boolean)
