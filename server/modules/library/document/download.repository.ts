import { and, eq, gt, gte, sql } from "drizzle-orm"
import type { Db } from "@/server/db/client"
import { documentTable, downloadLinkTable, downloadTable as t } from "./document.table"

/** The downloader: a user, or the network of an anonymous user (`networkOf`). */
export type Downloader = { user_id: number; network: string }

/** Serializes the downloads of one user (or network) until the transaction ends, so that parallel requests cannot exceed a limit. */
export const lockDownloads = (db: Db, { user_id, network }: Downloader) =>
  db.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${user_id ? `download-user-${user_id}` : `download-network-${network}`}, 0))`,
  )

/** Counts downloads since then, from the network and by the user (0 if anonymous). */
export const countDownloads = async (
  db: Db,
  { user_id, network }: Downloader,
  since: Date,
): Promise<{ fromHere: number; byPerson: number }> => {
  const recent = gte(t.created_at, since)
  return {
    fromHere: await db.$count(t, and(eq(t.network, network), recent)),
    byPerson: user_id ? await db.$count(t, and(eq(t.user_id, user_id), recent)) : 0,
  }
}

/** Lists the user's downloads since then that a membership card paid for. */
export const listCardDownloads = (db: Db, userId: number, since: Date): Promise<{ document_id: number; card_id: number }[]> =>
  db
    .select({ document_id: t.document_id, card_id: t.card_id })
    .from(t)
    .where(and(eq(t.user_id, userId), gte(t.created_at, since), gt(t.card_id, 0)))

/** How a download is paid for: by a purchase, by one of the downloads of a card (0: none), or not at all. */
export type DownloadPayment = { is_pay: boolean; card_id: number }

/** Records a download and counts it at its document. */
export const addDownload = async (
  db: Db,
  row: Downloader & DownloadPayment & { ip: string; document_id: number },
  now: Date,
): Promise<void> => {
  await db.insert(t).values({ ...row, created_at: now, updated_at: now })
  await db
    .update(documentTable)
    .set({ download_count: sql`${documentTable.download_count} + 1` })
    .where(eq(documentTable.id, row.document_id))
}

/** Records the first use of a link; later ones change nothing. */
export const noteLinkUse = (db: Db, id: string, resumable_until: Date) =>
  db.insert(downloadLinkTable).values({ id, resumable_until }).onConflictDoNothing()

/** Checks whether a download that this link has begun may still be resumed. */
export const isResumable = async (db: Db, id: string, now: Date): Promise<boolean> =>
  (await db.$count(downloadLinkTable, and(eq(downloadLinkTable.id, id), gt(downloadLinkTable.resumable_until, now)))) > 0
