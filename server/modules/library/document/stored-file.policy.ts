import { createCtx, type Ctx } from "@/server/context"
import { notFound } from "@/server/errors"
import { fileKey, isMissingBlob } from "../files/storage-keys.rules"
import { announceDocuments } from "./announcement.usecases"
import { findDocument, type DocumentRow } from "./document.repository"
import { hasLost, setLost } from "./stored-file.repository"

/* A document whose original file is missing cannot be ordered, bought or downloaded (docs/decisions/182). */

export const missingFileText = "原文件缺失，暂不能下载"

type StoredFile = Pick<DocumentRow, "sha256" | "ext">

/** Checks whether the storage has this file. */
export const isStored = async ({ app }: Pick<Ctx, "app">, { sha256, ext }: StoredFile): Promise<boolean> =>
  !isMissingBlob(sha256) && (await app.storage.size(fileKey(sha256, ext))) !== null

/** Marks all documents of this file as missing or as complete again, in the caller's transaction. */
export const markStored = async (ctx: Ctx, { sha256, ext }: StoredFile, stored: boolean): Promise<void> => {
  if (!isMissingBlob(sha256)) await announceDocuments(ctx, await setLost(ctx.db, { sha256, ext }, !stored))
}

/** Removes the mark of all documents of a file that the storage has again. */
export const noteReturn = async (ctx: Ctx, file: StoredFile): Promise<void> => {
  if ((await hasLost(ctx.db, file)) && (await isStored(ctx, file))) await markStored(ctx, file, true)
}

/** Refuses an earlier file of a document if the storage does not have it. @throws 404 */
export const requireStored = async (ctx: Pick<Ctx, "app">, file: StoredFile): Promise<void> => {
  if (!(await isStored(ctx, file))) throw notFound(missingFileText)
}

/**
 * Refuses a document whose file is missing. Asks the storage, because a file may vanish or return; the mark in lists and on pages is
 * updated over a separate connection, so that it survives the rollback of the refused transaction. @throws 404
 */
export const requireFile = async (ctx: Ctx, row: StoredFile & Pick<DocumentRow, "file_missing">): Promise<void> => {
  const stored = await isStored(ctx, row)
  if (stored === row.file_missing) await createCtx(ctx.app).tx((inside) => markStored(inside, row, stored))
  if (!stored) throw notFound(missingFileText)
}

/** Does the same for a document by its id; a deleted one is not refused. @throws 404 */
export const requireFileOf = async (ctx: Ctx, id: number): Promise<void> => {
  const row = await findDocument(ctx.db, { id })
  if (row) await requireFile(ctx, row)
}

/** Finds a document that has no file now; null for any other. */
export const findDocumentWithoutFile = async (ctx: Ctx, id: number): Promise<DocumentRow | null> => {
  const row = await findDocument(ctx.db, { id })
  return row?.file_missing && !(await isStored(ctx, row)) ? row : null
}
