import { and, desc, eq, gt, isNull, sql } from "drizzle-orm"
import { DocumentStatus } from "@/lib/contract/library/document.enums"
import type { Ctx } from "@/server/context"
import { documentTable } from "../../library/document/document.table"
import { attachmentTable } from "../../library/files/attachment.table"
import { isMissingBlob, keyOfRow, pageKey, storedFileTypes } from "../../library/files/storage-keys.rules"
import { noteMissingFiles } from "../../site/settings/missing-files.usecases"

/** How many rows are checked at most, newest first, and how many files concurrently. */
const [most, parallel] = [5_000, 16]

const recentSince = sql`(select max(created_at) from ${attachmentTable}) - interval '1 hour'`

/** Lists the files that rows of the last hour before the stop name, with readable names. */
const listRecent = async ({ db }: Ctx): Promise<{ key: string; label: string }[]> => {
  const files = await db
    .select()
    .from(attachmentTable)
    .where(and(isNull(attachmentTable.deleted_at), gt(attachmentTable.created_at, recentSince)))
    .orderBy(desc(attachmentTable.id))
    .limit(most)
  const documents = await db
    .select({ uuid: documentTable.uuid, title: documentTable.title, sha256: documentTable.sha256, version: documentTable.version })
    .from(documentTable)
    .where(
      and(
        isNull(documentTable.deleted_at),
        eq(documentTable.status, DocumentStatus.converted),
        gt(documentTable.converted_pages, 0),
        gt(documentTable.updated_at, recentSince),
      ),
    )
    .orderBy(desc(documentTable.id))
    .limit(most)
  return [
    ...files
      .filter(({ sha256 }) => !isMissingBlob(sha256))
      .map((row) => ({ key: keyOfRow(row, storedFileTypes.includes(row.type)), label: `文件《${row.name}》` })),
    ...documents.map(({ uuid, title, sha256, version }) => ({
      key: pageKey(sha256, version, 1),
      label: `文档《${title}》（${uuid}）的页面`,
    })),
  ]
}

/**
 * Compares the rows of the last hour with the stored files, after a stop that was not clean or on a copy of a running site's folder: both may
 * lack files that rows name. The result is shown by `/readyz` and the dashboard. Returns what is missing.
 */
export const examineRecentFiles = async (ctx: Ctx): Promise<string[]> => {
  const recent = await listRecent(ctx)
  const missing: string[] = []
  for (let at = 0; at < recent.length; at += parallel) {
    const some = recent.slice(at, at + parallel)
    const sizes = await Promise.all(some.map(({ key }) => ctx.app.storage.size(key)))
    for (const [index, { label }] of some.entries()) if (!sizes[index]) missing.push(label)
  }
  await noteMissingFiles(ctx, missing)
  return missing
}
