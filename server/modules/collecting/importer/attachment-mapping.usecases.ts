import { extname } from "node:path"
import { AttachmentType } from "@/lib/contract/library/attachment.enums"
import type { Ctx } from "@/server/context"
import type { SourceRow } from "@/server/db/mariadb"
import { and, eq, inArray, isNull, notInArray } from "drizzle-orm"
import { documentTable } from "../../library/document/document.table"
import { attachmentTable } from "../../library/files/attachment.table"
import type { Db } from "@/server/db/client"
import { isOneOf } from "@/server/db/rows"
import { markAttachments, type AttachmentRow } from "../../library/files/attachments.usecases"
import { fileKey, isOlderPicturePath, missingBlob, olderPictureKey } from "../../library/files/storage-keys.rules"
import { listSourceIds, listTargetIds, noteStale } from "./import-row.repository"
import type { Mapping, MappedRow, ImportContext } from "./mapping.usecases"
import { hasOriginal, measureOriginal, severalAtOnce, storeOriginal } from "./original-files.usecases"

const md5Pattern = /^[\da-f]{32}$/
/** Descriptions of attachment rows whose file is missing or changed. */
export const fileMarks = { missing: "从原来的网站转入时没有找到文件", changed: "从原来的网站转入时文件的校验值不对" }

/**
 * Reads a file, compares its MD5 and copies it; documents use this site's storage, images keep their URL. If the file is missing or its
 * content differs, the row is kept and marked, and the next run checks it again.
 */
const takeFile = async ({ app }: Ctx, one: MappedRow, { originals, dry, note }: ImportContext): Promise<MappedRow> => {
  const path = String(one.row.path ?? "")
  const hash = String(one.row.hash ?? "").toLowerCase()
  const ext = [String(one.row.ext ?? "").toLowerCase(), extname(path).toLowerCase()].find((some) => /^\.[a-z0-9]{1,8}$/.test(some)) ?? ""
  const isDocument = one.row.type === AttachmentType.document
  const original = await measureOriginal(originals, path)
  const fault = !original ? "missing" : original.md5 !== hash ? "changed" : null
  const removed = Boolean(one.row.deleted_at)
  if (fault && !removed) note("attachment", one.id, fault === "missing" ? missingNote(path) : `文件和校验值不一致 ${path}`)
  const sha256 = original?.sha256 ?? missingBlob(md5Pattern.test(hash) ? hash : "0".repeat(32))
  const key = isDocument ? fileKey(sha256, ext) : isOlderPicturePath(path) ? olderPictureKey(path) : null
  if (original && key && !dry) await storeOriginal(app, key, original)
  if (original && !key) note("attachment", one.id, `不认识的地址 ${path}，文件没有带过来`)
  const values = {
    ...one.values,
    hash,
    ext,
    sha256,
    path: isDocument ? `/${fileKey(sha256, ext)}` : path,
    description: fault && !removed ? fileMarks[fault] : one.values.description,
  }
  return { ...one, values, ...(fault && !removed && { again: true as const }) }
}

const missingNote = (path: string): string => `没有找到文件 ${path}`

/** Attachments of files that were missing at the last run and still are. */
const listStillMissing = async (ctx: Ctx, rows: SourceRow[], { originals, note }: ImportContext): Promise<ReadonlySet<number>> => {
  const targets = await listTargetIds(
    ctx.db,
    "attachment",
    rows.map(({ id }) => id),
  )
  const marked = await ctx.db
    .select({ id: attachmentTable.id })
    .from(attachmentTable)
    .where(and(isOneOf(attachmentTable.id, [...targets.values()]), eq(attachmentTable.description, fileMarks.missing)))
  const wereMissing = new Set(marked.map(({ id }) => id))
  const still = new Set<number>()
  await severalAtOnce(
    rows.filter(({ id }) => wereMissing.has(targets.get(id) ?? 0)),
    async ({ id, path }) => {
      if (await hasOriginal(originals, String(path ?? ""))) return
      note("attachment", id, missingNote(String(path ?? "")))
      still.add(id)
    },
  )
  return still
}

/** Maps ids of documents here to the newest file that the source has for each, as it is here. Files that were uploaded here do not count. */
export const listImportedFiles = async (db: Db, documentIds: number[]): Promise<Map<number, AttachmentRow>> => {
  if (!documentIds.length) return new Map()
  const isFile = eq(attachmentTable.type, AttachmentType.document)
  const rows = await db
    .select()
    .from(attachmentTable)
    .where(and(isFile, isOneOf(attachmentTable.type_id, documentIds)))
  const sourceIds = await listSourceIds(
    db,
    "attachment",
    rows.map(({ id }) => id),
  )
  // the source numbers its files by age, this site does not: a number that was used here has been replaced by the next free one
  const ageOf = ({ id, deleted_at }: AttachmentRow) => [deleted_at ? 0 : 1, sourceIds.get(id)!] as const
  const byAge = rows
    .filter(({ id }) => sourceIds.has(id))
    .toSorted((a, b) => {
      const [[livesA, idA], [livesB, idB]] = [ageOf(a), ageOf(b)]
      return livesA - livesB || idA - idB
    })
  return new Map(byAge.map((row) => [row.type_id, row]))
}

/** Counts the imported files whose content is not the one that the source recorded. */
export const countDamagedFiles = (ctx: Ctx): Promise<number> =>
  ctx.db.$count(attachmentTable, and(eq(attachmentTable.description, fileMarks.changed), isNull(attachmentTable.deleted_at)))

/** The tables whose rows own a file, by its type. */
const ownerTables: Record<number, string> = {
  [AttachmentType.avatar]: "user",
  [AttachmentType.document]: "document",
  [AttachmentType.article]: "article",
  [AttachmentType.banner]: "banner",
  [AttachmentType.category]: "category",
}

export const attachment: Mapping = {
  source: "attachment",
  title: "文件",
  target: attachmentTable,
  references: { user_id: "user", type_id: ({ type }) => ownerTables[Number(type)] ?? null },
  change: (ctx, taken, world) => severalAtOnce(taken, (one) => takeFile(ctx, one, world)),
  listStillLacking: listStillMissing,
  // the row of a document whose file has changed may be as it was
  after: (ctx, taken) =>
    noteStale(
      ctx.db,
      "document",
      taken.flatMap(({ row }) => (row.type === AttachmentType.document ? [Number(row.type_id)] : [])),
    ),
  // The sweep deletes the files of marked rows. Whether a document is kept is decided later; its file is then removed with it.
  remove: async (ctx, ids) =>
    void (await markAttachments(
      ctx,
      and(
        inArray(attachmentTable.id, ids),
        notInArray(attachmentTable.id, ctx.db.select({ id: documentTable.attachment_id }).from(documentTable)),
      )!,
      ctx.now(),
    )),
}
