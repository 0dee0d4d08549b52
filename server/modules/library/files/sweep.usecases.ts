import { AttachmentType } from "@/lib/contract/library/attachment.enums"
import type { Db, Database } from "@/server/db/client"
import type { StoragePort } from "@/server/ports/storage/storage.port"
import { forgetAbandoned, listAbandoned, removeBlob } from "./blob-work.usecases"
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
      await sweepContent({ db, storage }, sha256, now)
    }
    if (hashes.length < some) break
    after = hashes.at(-1)!
  }
  for (const drawing of await listUnshownDrawings(db, new Date(now.getTime() - hourMs), 1_000)) {
    if (stopped()) return
    await removeDrawing({ db, storage }, drawing)
  }
  for (const work of await listAbandoned(db, 1_000)) {
    if (stopped()) return
    await sweepAbandoned({ db, storage }, work)
  }
}

/** Removes a file whose process died, or was refused, before a row named it. */
const sweepAbandoned = async ({ db, storage }: Stores, { sha256, key }: { sha256: string; key: string }): Promise<void> => {
  await removeBlob(db, sha256, async (tx) => {
    await forgetAbandoned(tx, sha256)
    return key && !(await isNamed(tx, sha256, key)) ? () => storage.remove(key) : null
  })
}

/** Checks whether a row refers to this file. */
const isNamed = async (db: Db, sha256: string, key: string): Promise<boolean> => {
  const name = key.slice(key.lastIndexOf("/") + 1)
  return (await listReferencedFiles(db, [sha256], true)).has(name)
}

const sweepContent = ({ db, storage }: Stores, sha256: string, now: Date): Promise<boolean> => {
  let isUnused = false
  return removeBlob(
    db,
    sha256,
    async (tx) => {
      const named = await listReferencedFiles(tx, [sha256])
      const keys: string[] = []
      for (const row of await listMarkedRows(tx, sha256)) {
        if (named.has(nameOf(row)) || (row.type === AttachmentType.avatar && (await isSomebodysAvatar(tx, row.path)))) continue
        keys.push(keyOf(row))
      }
      isUnused = named.size === 0
      return async () => {
        for (const key of keys) await storage.remove(key)
        if (isUnused) await storage.removeAll(blobFolder(sha256))
      }
    },
    async (tx) => {
      if (isUnused) await dropDrawings(tx, sha256)
      await dropMarkedRows(tx, sha256, new Date(now.getTime() - dayMs))
    },
  )
}

/** Removes pages that no document uses. Returns false if a document uses them after all, or may do so in a moment. */
export const removeDrawing = ({ db, storage }: Stores, drawing: DrawingName): Promise<boolean> =>
  removeBlob(
    db,
    drawing.sha256,
    async (tx) =>
      (await listShownDrawings(tx, [drawing.sha256])).has(drawingOf(drawing)) || (await isUnderway(tx, drawing.sha256))
        ? null
        : () => storage.removeAll(pagesFolder(drawing.sha256, drawing.version)),
    async (tx) => void (await dropDrawing(tx, drawing)),
  )
