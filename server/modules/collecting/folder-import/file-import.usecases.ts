import { rm } from "node:fs/promises"
import { basename } from "node:path"
import { Readable } from "node:stream"
import { ErrorCode } from "@/lib/contract/error-code"
import { document } from "@/lib/contract/library/document"
import type { Ctx, LoggedIn } from "@/server/context"
import { AppError, invalid, diskError, errorCode, StartError } from "@/server/errors"
import { admitDocumentFile, inspectFile, keepDocumentFile } from "../../library/attachment/attachment.usecases"
import { requireDiskSpace } from "../../library/attachment/quota.usecases"
import { overLimit, receiveStream, type ReceivedFile } from "../../library/attachment/incoming-file.usecases"
import { createDocuments } from "../../library/document/document.usecases"
import { findDocumentOfBlob } from "../../library/document/same-blob.usecases"
import { isStored, markStored } from "../../library/document/stored-file.policy"
import { listIncomplete, listLost } from "../../library/document/stored-file.usecases"
import { returnFile } from "../../library/document/version.usecases"
import { lockBlobExclusive } from "../../library/files/blob.usecases"
import { requireLanguage } from "../../library/language/language.usecases"
import { findTaken, noteTaken } from "./import-file.repository"
import { noDetails, type Details } from "./manifest.rules"
import type { ReportLine, OfferedFile } from "./offered.rules"
import type { ImportLookups } from "./world.usecases"

const megabyte = 1024 * 1024
const form = document["POST /document"].input

/**
 * Imports one file as if it had been uploaded (docs/reference/api.md 2.5). @throws StartError if no further file could be imported either
 */
export const takeFile = async (ctx: Ctx, file: OfferedFile, said: Details | undefined, world: ImportLookups): Promise<ReportLine> => {
  const details = completed(file, said, world.defaults)
  const { title, category, uploader } = details
  const line: ReportLine = { file: file.name, outcome: "refused", reason: "", title, document: "", category, uploader }
  try {
    const earlier = await findTaken(ctx.db, file)
    if (earlier && !(earlier.sha256 && !(await isStored(ctx, earlier))))
      return { ...line, outcome: "earlier", reason: earlier.uuid ? "以前导入过" : "以前导入过，后来删除了", document: earlier.uuid }
    if (file.refused) throw invalid(file.refused)
    return { ...line, ...(await takeNew(ctx, file, details, world)) }
  } catch (error) {
    if (error instanceof AppError && error.code === ErrorCode.dataLoss) throw new StartError(error.message, { cause: error })
    if (error instanceof AppError) return { ...line, reason: error.message }
    throw error
  }
}

const completed = (file: OfferedFile, said: Details | undefined, defaults: Partial<Details>): Details => {
  const filled = { ...noDetails, ...defaults, ...Object.fromEntries(Object.entries(said ?? {}).filter(([, value]) => value)) }
  const name = basename(file.name)
  return { ...filled, title: filled.title || [...name.replace(/\.[^.]+$/, "").trim()].slice(0, 255).join("") || name }
}

type FileResult = Pick<ReportLine, "outcome" | "reason" | "document">

const takeNew = async (ctx: Ctx, file: OfferedFile, details: Details, world: ImportLookups): Promise<FileResult> => {
  const person = await world.person(details.uploader)
  const { name, ext, megabytes } = await admitDocumentFile(person, basename(file.name))
  if (file.size > megabytes * megabyte) throw overLimit(megabytes)
  const fields = await fieldsOf(ctx, details)
  const category_id = await world.categories(details.category)
  await requireDiskSpace(ctx.app, file.size)
  const received = await receive(ctx, file, megabytes)
  try {
    const before = world.seen.get(received.sha256)
    if (before) return { outcome: "duplicate", reason: `和这次的 ${before} 内容相同`, document: "" }
    const incomplete = await listIncomplete(ctx, received)
    const same = incomplete.length ? null : await findDocumentOfBlob(ctx, received.sha256)
    if (same) return duplicateOf(same)
    if (!world.dry) {
      for (const row of incomplete) if (!row.file_missing) await ctx.tx((ctx) => markStored(ctx, row, false))
      return await publish(person, { name, file, fields, category_id, received })
    }
    await inspectFile(ctx, received, ext)
    world.seen.set(received.sha256, file.name)
    return incomplete.length ? restoredOf(incomplete) : { outcome: "taken", reason: "", document: "" }
  } finally {
    await rm(received.path, { force: true })
  }
}

const duplicateOf = ({ title, uuid }: { title: string; uuid: string }): FileResult => ({
  outcome: "duplicate",
  reason: `和文档《${title}》内容相同`,
  document: uuid,
})

const restoredOf = (rows: { title: string; uuid: string }[]): FileResult => ({
  outcome: "restored",
  reason: `补回了文档${rows.map(({ title }) => `《${title}》`).join("、")}缺失的原文件`,
  document: rows[0]!.uuid,
})

type Fields = { title: string; keywords: string; description: string; language?: string; price?: number }

/** Validates the manifest's metadata by the rules of the upload form. An invalid price or language is reported before the file is read. */
const fieldsOf = async (ctx: Ctx, { title, keywords, description, language, price }: Details): Promise<Fields> => {
  const fields = { title, keywords, description, language: language || undefined, price: price ? Number(price) : undefined }
  if (Number.isNaN(fields.price)) throw invalid(`价格应为整数（现在是 ${price}）`)
  const parsed = form.safeParse({ document: [{ ...fields, attachment_id: 1 }] })
  if (!parsed.success) throw invalid(parsed.error.issues[0]!.message)
  ;(await requireLanguage(ctx))(fields.language)
  return fields
}

/** Opens the file only when it is read, so that the reader always receives an open error. */
async function* bytesOf(file: OfferedFile): AsyncGenerator<Buffer> {
  yield* await file.open()
}

/** Copies the bytes to the temporary upload folder. An error of the source disk fails this file only. */
const receive = async ({ app }: Ctx, file: OfferedFile, megabytes: number): Promise<ReceivedFile> => {
  const source = Readable.from(bytesOf(file), { objectMode: false })
  const received = await receiveStream(app, source, megabytes).catch((error: unknown) => {
    if (["ENOSPC", "EDQUOT", "EROFS"].includes(errorCode(error))) throw diskError(error, app.dataDir)
    throw error instanceof AppError ? error : unreadable(error)
  })
  if (received.size === file.size) return received
  await rm(received.path, { force: true })
  throw invalid("读取时文件还在变化，请等它写完再导入")
}

const unreadable = (error: unknown): AppError => {
  const code = errorCode(error)
  return invalid(code ? `文件读不出来（${code}）` : "文件读不出来，可能已损坏")
}

type Taking = { name: string; file: OfferedFile; fields: Fields; category_id: number[]; received: ReceivedFile }

/** Locks the content, so that the later of two imports waits and then finds the other's document. */
const publish = async (ctx: LoggedIn, { name, file, fields, category_id, received }: Taking): Promise<FileResult> => {
  const attachment = await keepDocumentFile(ctx, name, received)
  return ctx.tx(async (ctx) => {
    await lockBlobExclusive(ctx.db, received.sha256)
    const lost = await listLost(ctx, received)
    if (lost.length) {
      await returnFile(ctx, lost, attachment)
      await noteTaken(ctx.db, file, received.sha256, lost[0]!.id)
      return restoredOf(lost)
    }
    const same = await findDocumentOfBlob(ctx, received.sha256)
    if (same) return duplicateOf(same)
    const made = await createDocuments(ctx, { category_id, document: [{ ...fields, attachment_id: attachment.id }] })
    const { id, uuid } = made.document[0]!
    await noteTaken(ctx.db, file, received.sha256, id)
    return { outcome: "taken" as const, reason: "", document: uuid }
  })
}
