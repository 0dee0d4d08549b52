import { afterReplacement, isInReview, isReconverting, isUnderway, mayReplace, mayRetry } from "@/lib/rules/library/document-status"
import type { Ctx, LoggedIn } from "@/server/context"
import { conflict, forbidden, invalid, notFound } from "@/server/errors"
import { addDocumentFile, requireAllowedBlob } from "../attachment/attachment.usecases"
import { changeFile, discardUnused, findFile, lockUnusedFile, type AttachmentRow } from "../files/attachments.usecases"
import { lockBlobShared } from "../files/blob.usecases"
import { findConversion, findLatestConversion, findSharedConversion } from "../files/drawing.usecases"
import { lockPeople } from "../../money/ledger/locks.usecases"
import { settingsOf } from "../../site/settings/settings.usecases"
import { requireUnpunished } from "../../people/punishment/punishment.policy"
import { requireUploadRight } from "../../people/user/rights.policy"
import { enqueueConversion } from "./conversion.jobs"
import { isInsider, mayReplaceFile } from "./document.policy"
import { changeDocument, deleteCustomText, findDocument, lockDocuments, type DocumentRow } from "./document.repository"
import { restartConversion } from "./document.usecases"
import { requireUploadsLeft } from "../attachment/upload-allowance.policy"
import { linkToVersion } from "./download.usecases"
import { isStored, missingFileText, noteReturn, requireStored } from "./stored-file.policy"
import { listLostOf } from "./stored-file.repository"
import { addVersion, findVersion, listVersions, type VersionRow } from "./version.repository"

/** Lists the document's files, newest first, for owner and staff; the one that is displayed and downloaded is `current`. */
export const readVersions = async (ctx: LoggedIn, { id }: { id: number }) => {
  const row = await findDocument(ctx.db, { id })
  if (!row || !isInsider(ctx, row)) throw notFound("文档不存在")
  const versions = await listVersions(ctx.db, id)
  const allVersions = versions.length
    ? versions
    : [{ ...row, id: 0, version: 1, name: (await findFile(ctx, row.attachment_id))?.name ?? "" }]
  // a version that was put back has the attachment of an earlier one
  const current = allVersions.find((one) => one.attachment_id === row.attachment_id)
  return { version: allVersions.map((one) => ({ ...one, current: one === current })) }
}

/** Returns how many converted pages one version has, for owner and staff. They are images of `view.http.ts`. */
export const readVersionPages = async (ctx: LoggedIn, { id, version_id }: { id: number; version_id: number }) => {
  const row = await findDocument(ctx.db, { id })
  const file = row && isInsider(ctx, row) ? await findVersion(ctx.db, id, version_id) : null
  if (!file) throw notFound("没有这个版本")
  const version = await findLatestConversion(ctx, file.sha256)
  const conversion = await findConversion(ctx, file.sha256, version)
  return { pages: conversion?.drawn ?? 0, width: conversion?.width ?? 0, height: conversion?.height ?? 0, version }
}

/** Signs the URL of one version's file, for owner and staff. */
export const requestVersionDownload = async (ctx: LoggedIn, { id, version_id }: { id: number; version_id: number }) => {
  const row = await findDocument(ctx.db, { id })
  const version = row && isInsider(ctx, row) ? await findVersion(ctx.db, id, version_id) : null
  if (!row || !version) throw notFound("没有这个版本")
  if (!ctx.may("PUT /document/file")) await requireUnpunished(ctx, ctx.user.id, "download")
  await requireStored(ctx, version)
  return { url: await linkToVersion(ctx, row, version) }
}

/**
 * Replaces the file under the same URL. A readable document keeps its old pages and file until the new one is converted; then both change
 * in one step (`conversion-target.usecases.ts`).
 * A document that is not readable yet, or whose owner's uploads are reviewed, takes the new file at once.
 */
export const replaceFile = async (ctx: LoggedIn, { id, attachment_id }: { id: number; attachment_id: number }) => {
  const { review } = await requireUploadRight(ctx)
  await settingsOf(ctx.app, "security")
  return ctx.tx(async (ctx) => {
    const permitted = ctx.may("PUT /document/file")
    const [row] = await lockDocuments(ctx.db, [id])
    if (!row || !mayReplaceFile(ctx, row)) throw forbidden("文档不存在或没有权限")
    requireReplaceable(row, permitted)
    const file = await lockUnusedFile(ctx, attachment_id, ctx.user!.id)
    if (!file) throw invalid("新文件没有传完，或已经用过了，请重新上传", "attachment_id")
    const same = file.sha256 === row.sha256 && file.ext === row.ext
    if (same && row.file_missing) return putBack(ctx, file)
    if (same) throw conflict("新文件和现在的内容完全一样，不用替换", "attachment_id")
    // Serializes one user's uploads, so that parallel ones cannot exceed the limit together.
    await lockPeople(ctx, [ctx.user!.id])
    await requireUploadsLeft(ctx, 1)
    await changeFile(ctx, file.id, { type_id: row.id, updated_at: ctx.now() })
    return adoptFile(ctx, row, file, { permitted, review })
  })
}

/** Completes all documents of this content with their missing file. Conversions that failed without it start again. */
const putBack = async (ctx: LoggedIn, file: AttachmentRow) => {
  const rows = await listLostOf(ctx.db, [file.sha256])
  await discardUnused(ctx, [file.id], ctx.now())
  await noteReturn(ctx, file)
  for (const row of rows) if (row.ext === file.ext && mayRetry(row.status, row.convert_reason !== "")) await restartConversion(ctx, row)
  return {}
}

/**
 * Completes documents without a file with this unused file of the same content (`listLost`). Where only the MD5 or the type is the same, the
 * file becomes their newest version. @throws 403, 409 if one of them takes no new file now
 */
export const returnFile = (ctx: LoggedIn, rows: DocumentRow[], file: AttachmentRow): Promise<void> =>
  ctx.tx(async (ctx) => {
    const lost = rows.filter(({ sha256, ext }) => sha256 === file.sha256 && ext === file.ext)
    const others = rows.filter((row) => !lost.includes(row))
    const { sha256, hash, size, name, ext, user_id } = file
    for (const { id } of others) {
      const copy = await addDocumentFile(ctx, { sha256, hash, size, name, ext, user_id })
      await replaceFile(ctx, { id, attachment_id: copy.id })
    }
    await putBack(ctx, file)
  })

/** Makes the file of an earlier version the newest version, under the rules of a replacement. It is no upload, so no limit counts it. */
export const restoreVersion = async (ctx: LoggedIn, { id, version_id }: { id: number; version_id: number }) => {
  const { review } = await requireUploadRight(ctx)
  await settingsOf(ctx.app, "security")
  // asks the storage before the transaction; whether the user may have this version is checked in it
  const version = await findVersion(ctx.db, id, version_id)
  const stored = version !== null && (await isStored(ctx, version))
  return ctx.tx(async (ctx) => {
    const permitted = ctx.may("PUT /document/file")
    const [row] = await lockDocuments(ctx.db, [id])
    if (!row || !mayReplaceFile(ctx, row)) throw forbidden("文档不存在或没有权限")
    requireReplaceable(row, permitted)
    if (!version) throw notFound("没有这个版本", "version_id")
    if (!stored) throw notFound(missingFileText)
    if (version.attachment_id === row.attachment_id) throw conflict("现在用的就是这个版本", "version_id")
    return adoptFile(ctx, row, { ...version, id: version.attachment_id }, { permitted, review })
  })
}

/** Records the file as the newest version of a locked document, and has it converted. */
const adoptFile = async (
  ctx: LoggedIn,
  row: DocumentRow,
  file: NewFile,
  { permitted, review }: { permitted: boolean; review: boolean },
) => {
  const { id } = row
  await lockBlobShared(ctx.db, file.sha256)
  await requireAllowedBlob(ctx, file.sha256)
  await noteReturn(ctx, file)
  await recordReplacement(ctx, row, file)
  const status = afterReplacement(row.status, { permitted, reviewed: review })
  const draw_in_review = isInReview(status)
  const fresh = {
    status,
    draw_in_review,
    convert_reason: "",
    convert_error: "",
    convert_deaths: 0,
    convert_place: null,
    lease_until: null,
  }
  await changeDocument(ctx.db, id, isReconverting(status) ? fresh : { ...fresh, ...(await inPlace(ctx, row, file)) })
  if (isUnderway(fresh)) await enqueueConversion(ctx, { id })
  await ctx.changed("document", row.uuid, row.user_id)
  return {}
}

type NewFile = Pick<VersionRow, "sha256" | "ext" | "size" | "name"> & { id: number }

/**
 * Records the new file of a document; the first replacement also records the original file. `row`: before the replacement. A text that was
 * written for the old file does not fit the new one, and is deleted.
 */
export const recordReplacement = async (ctx: Ctx, row: DocumentRow, file: NewFile): Promise<void> => {
  await deleteCustomText(ctx.db, row.id)
  const [newest] = await listVersions(ctx.db, row.id)
  const { sha256, ext, size, attachment_id } = row
  if (!newest)
    await addVersion(ctx.db, {
      document_id: row.id,
      version: 1,
      attachment_id,
      sha256,
      ext,
      size,
      name: (await findFile(ctx, attachment_id))?.name ?? "",
      created_at: row.created_at,
    })
  await addVersion(ctx.db, {
    document_id: row.id,
    version: (newest?.version ?? 1) + 1,
    attachment_id: file.id,
    sha256: file.sha256,
    ext: file.ext,
    size: file.size,
    name: file.name,
    created_at: ctx.now(),
  })
}

const requireReplaceable = (row: DocumentRow, permitted: boolean) => {
  const answer = mayReplace(row.status, { stopped: row.convert_reason !== "", permitted })
  if (answer === "converting") throw conflict("文档还在转换，请等转换完成后再替换文件")
  if (answer === "disabled") throw forbidden("文档已被禁用，不能替换文件")
}

const inPlace = async (ctx: Ctx, row: DocumentRow, file: NewFile) => {
  const [shared, latest] = await Promise.all([findSharedConversion(ctx, file.sha256), findLatestConversion(ctx, file.sha256)])
  const { sha256, ext, size, id: attachment_id } = file
  return {
    sha256,
    ext,
    size,
    attachment_id,
    encoding: "",
    version: shared > row.version ? shared : Math.max(latest, row.version) + 1,
    pages: 0,
    converted_pages: 0,
    preview: 0,
    width: 0,
    height: 0,
  }
}
