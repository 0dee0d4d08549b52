import { AttachmentType } from "@/lib/contract/library/attachment.enums"
import type { Db, Database } from "@/server/db/client"
import type { StoragePort } from "@/server/ports/storage/storage.port"
import { lockBlobExclusive } from "./blob.usecases"
import {
  dropDrawing,
  dropDrawings,
  dropMarkedRows,
  drawingOf,
  isSomebodysAvatar,
  isUnderway,
  listMarkedBlobs,
  listMarkedRows,
  listShownDrawings,
  listReferencedFiles,
  listUnshownDrawings,
  markUnusedFiles,
  nameOf,
  type DrawingName,
} from "./reference.repository"
import { blobFolder, keyOfRow, pagesFolder } from "./storage-keys.rules"

const dayMs = 86_400_000
const hourMs = 3_600_000
const some = 200

/** The database and the storage, for code without an application, such as the doctor. */
export type Stores = { db: Database; storage: StoragePort }
type Marked = Awaited<ReturnType<typeof listMarkedRows>>[number]

const keyOf = (row: Marked) => keyOfRow(row, row.type !== AttachmentType.avatar)

/**
 * Removes everything without a reference: files of removed documents and of uploads that never became one, replaced avatars, pages of old
 * conversions.
 * Each content is removed under its lock, so that a concurrent upload of the same file keeps it.
 */
export const sweepFiles = async ({ db, storage }: Stores, now: Date, stopped: () => boolean = () => false): Promise<void> => {
  await markUnusedFiles(db, now, new Date(now.getTime() - dayMs))
  let after = ""
  for (;;) {
    const hashes = await listMarkedBlobs(db, now, after, some)
    for (const sha256 of hashes) {
      if (stopped()) return
      await db.transaction((tx) => sweepContent(tx, storage, sha256, now))
    }
    if (hashes.length < some) break
    after = hashes.at(-1)!
  }
  for (const drawing of await listUnshownDrawings(db, new Date(now.getTime() - hourMs), 1_000)) {
    if (stopped()) return
    await removeDrawing({ db, storage }, drawing)
  }
}

const sweepContent = async (tx: Db, storage: StoragePort, sha256: string, now: Date): Promise<void> => {
  await lockBlobExclusive(tx, sha256)
  const named = await listReferencedFiles(tx, [sha256])
  for (const row of await listMarkedRows(tx, sha256)) {
    if (named.has(nameOf(row)) || (row.type === AttachmentType.avatar && (await isSomebodysAvatar(tx, row.path)))) continue
    await storage.remove(keyOf(row))
  }
  if (!named.size) {
    await storage.removeAll(blobFolder(sha256))
    await dropDrawings(tx, sha256)
  }
  await dropMarkedRows(tx, sha256, new Date(now.getTime() - dayMs))
}

/** Removes pages that no document uses. Returns false if a document uses them after all, or may do so in a moment. */
export const removeDrawing = ({ db, storage }: Stores, drawing: DrawingName): Promise<boolean> =>
  db.transaction(async (tx) => {
    await lockBlobExclusive(tx, drawing.sha256)
    if ((await listShownDrawings(tx, [drawing.sha256])).has(drawingOf(drawing)) || (await isUnderway(tx, drawing.sha256))) return false
    await storage.removeAll(pagesFolder(drawing.sha256, drawing.version))
    await dropDrawing(tx, drawing)
    return true
  })
