import { createHash, randomBytes, randomInt, timingSafeEqual } from "node:crypto"
import type { Ctx, LoggedIn } from "@/server/context"
import { invalid } from "@/server/errors"
import { addDocumentFile, admitDocumentFile, requireAllowedBlob } from "../attachment/attachment.usecases"
import { settleUpload } from "../attachment/quota.usecases"
import { overLimit } from "../attachment/incoming-file.usecases"
import { lockBlobShared, isReferencedFile } from "../files/blob.usecases"
import { fileKey } from "../files/storage-keys.rules"
import { addClaim, findKnownFile, takeClaim, type ClaimRow } from "./claim.repository"

const minutes = 10
/** The bytes of a challenge: three ranges of this size, or all of a small file. */
const part = 64 * 1024
const parts = 3

const nothing = { id: "", salt: "", ranges: [] }

/** Returns random byte ranges within the file, in order. */
const rangesOf = (size: number): [number, number][] =>
  size <= part * parts
    ? [[0, size]]
    : Array.from({ length: parts }, (): [number, number] => [randomInt(0, size - part + 1), part]).toSorted(([one], [other]) => one - other)

/**
 * 秒传 (instant upload): the site may already have this file. The client proves possession with bytes at random positions. The hash alone is
 * no proof, because hashes are public.
 * An unknown, banned, lost or hidden file is answered with an empty id.
 */
export const beginClaim = async (ctx: LoggedIn, { hash, size, name: fileName }: { hash: string; size: number; name: string }) => {
  const { name, ext, megabytes } = await admitDocumentFile(ctx, fileName)
  if (size > megabytes * 1024 * 1024) throw overLimit(megabytes)
  const file = size > 0 ? await findKnownFile(ctx.db, { hash: hash.toLowerCase(), size, ext }, ctx.user.id) : null
  if (!file || (await ctx.app.storage.size(fileKey(file.sha256, ext))) !== size) return nothing
  if (!(await isAllowed(ctx, file.sha256))) return nothing
  const claim = { id: randomBytes(24).toString("hex"), salt: randomBytes(16).toString("hex"), ranges: rangesOf(size) }
  await addClaim(ctx.db, {
    ...claim,
    user_id: ctx.user.id,
    sha256: file.sha256,
    hash: hash.toLowerCase(),
    size,
    name,
    expires_at: new Date(ctx.now().getTime() + minutes * 60_000),
  })
  return claim
}

const isAllowed = (ctx: Ctx, sha256: string): Promise<boolean> =>
  requireAllowedBlob(ctx, sha256).then(
    () => true,
    () => false,
  )

/** Verifies the proof and adds the file as if it had been uploaded. A challenge is valid once, for ten minutes. */
export const finishClaim = async (ctx: LoggedIn, { id, proof }: { id: string; proof: string }) => {
  const claim = await takeClaim(ctx.db, id, ctx.user.id, ctx.now())
  if (!claim) throw invalid("这次秒传已经失效，请重新选择文件")
  const { ext } = await admitDocumentFile(ctx, claim.name)
  const expected = await proofOf(ctx, claim, ext)
  if (!expected || !timingSafeEqual(expected, Buffer.from(proof, "hex"))) throw invalid("校验没有通过，请直接上传文件", "proof")
  const { sha256, hash, size, name } = claim
  if ((await ctx.app.storage.size(fileKey(sha256, ext))) !== size) throw invalid("这次秒传已经失效，请直接上传文件")
  const row = await ctx.tx(async (ctx) => {
    await lockBlobShared(ctx.db, sha256)
    await requireAllowedBlob(ctx, sha256)
    // The last reference to the file may have been removed since.
    if (!(await isReferencedFile(ctx.db, { sha256, ext }))) throw invalid("这次秒传已经失效，请直接上传文件")
    await settleUpload(ctx, size)
    return addDocumentFile(ctx, { sha256, hash, size, name, ext, user_id: ctx.user!.id })
  })
  return { id: row.id, hash: row.hash, size: row.size, name: row.name, ext: row.ext }
}

/** Computes the SHA-256 of the salt's characters and the requested bytes; null if the file no longer exists. */
const proofOf = async (ctx: Ctx, { sha256, salt, ranges }: ClaimRow, ext: string): Promise<Buffer | null> => {
  const hash = createHash("sha256").update(salt)
  for (const [offset, length] of ranges) {
    const stored = await ctx.app.storage.open(fileKey(sha256, ext), { start: offset, end: offset + length - 1 })
    if (!stored) return null
    for await (const bytes of stored.stream) hash.update(bytes as Buffer)
  }
  return hash.digest()
}
