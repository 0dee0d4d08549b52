import type { Ctx } from "@/server/context"
import { fileKey, isMissingBlob, missingBlob } from "../files/storage-keys.rules"
import { isStored, markStored } from "./stored-file.policy"
import type { DocumentRow } from "./document.repository"
import { listDocumentsOf, listFilesOfShard, listLostFiles, listLostOf } from "./stored-file.repository"

const shards = Array.from({ length: 256 }, (_, number) => number.toString(16).padStart(2, "0"))
/** If this many files and more than half of all are missing, the storage itself is: a disk that is not mounted, the wrong bucket. */
const outage = 20
/** How many vanished files are looked up per run. */
const some = 500

type FileState = { sha256: string; ext: string; stored: boolean }

/** Compares the files of all documents with the storage, folder by folder, and marks those that have vanished or returned. */
export const checkFiles = async (ctx: Ctx, stopped: () => boolean): Promise<void> => {
  const changes: FileState[] = []
  let total = 0
  let missing = 0
  for (const shard of shards) {
    if (stopped()) return
    const keys = new Set<string>()
    for await (const key of ctx.app.storage.list(`files/${shard}`)) keys.add(key)
    for (const { lost, ...file } of await listFilesOfShard(ctx.db, shard)) {
      if (isMissingBlob(file.sha256)) continue
      // a file may have been stored since its folder was listed
      const stored = keys.has(fileKey(file.sha256, file.ext)) || (await isStored(ctx, file))
      total += 1
      if (!stored) missing += 1
      if (stored === lost) changes.push({ ...file, stored })
    }
  }
  if (missing >= outage && missing > total / 2)
    return ctx.app.log.error({ missing, total }, "大部分原文件都不在存储里，请检查存储是否正常；没有标记这些文档")
  for (const { stored, ...file } of changes) await ctx.tx((ctx) => markStored(ctx, file, stored))
}

/** Removes the marks of files that exist again, such as after a disk was mounted again. */
export const recheckLostFiles = async (ctx: Ctx): Promise<void> => {
  for (const file of await listLostFiles(ctx.db, some)) if (await isStored(ctx, file)) await ctx.tx((ctx) => markStored(ctx, file, true))
}

type Blob = { sha256: string; md5: string }

/** A file that did not arrive with an imported site is known by its MD5 only. */
const blobsOf = ({ sha256, md5 }: Blob): string[] => [sha256, missingBlob(md5)]

/** Lists the documents that miss this content. Asks the storage, because the loss may be unnoticed yet. */
export const listIncomplete = async (ctx: Ctx, blob: Blob): Promise<DocumentRow[]> => {
  const results: DocumentRow[] = []
  for (const row of await listDocumentsOf(ctx.db, blobsOf(blob))) if (!(await isStored(ctx, row))) results.push(row)
  return results
}

/** Lists the documents that are marked as missing this content. */
export const listLost = (ctx: Ctx, blob: Blob): Promise<DocumentRow[]> => listLostOf(ctx.db, blobsOf(blob))
