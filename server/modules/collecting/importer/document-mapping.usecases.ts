import { and, inArray, like, sql, type SQL } from "drizzle-orm"
import { DocumentStatus } from "@/lib/contract/library/document.enums"
import type { Ctx } from "@/server/context"
import type { SourceRow } from "@/server/db/mariadb"
import { isOneOf, type ColumnValues } from "@/server/db/rows"
import { hiddenStatuses } from "@/lib/rules/library/document-status"
import { documentTable as t } from "../../library/document/document.table"
import { purgeDocumentRows } from "../../library/document/removal.usecases"
import { listFilesOfDocuments, type AttachmentRow } from "../../library/files/attachments.usecases"
import { addConversion, addPages, listLatestConversions } from "../../library/files/drawing.usecases"
import { isMissingBlob, missingBlob } from "../../library/files/storage-keys.rules"
import { fileMarks } from "./attachment-mapping.usecases"
import { listTargetIds } from "./import-row.repository"
import type { Mapping, MappedRow, ImportContext } from "./mapping.usecases"
import { withStatuses } from "./statuses.usecases"
import { severalAtOnce } from "./original-files.usecases"
import { listOriginalPages, storeOriginalPages, type OriginalPage } from "./original-pages.usecases"

const { pending, converted, failed, reconvert } = DocumentStatus

/** The local data about a document's file and pages. */
type Drawn = { file: AttachmentRow | undefined; names: string[]; latest: number; pages: OriginalPage[] }

type FileState = "missing" | "changed" | "intact"
const keptOf = (file: AttachmentRow | undefined): FileState => {
  if (!file || isMissingBlob(file.sha256)) return "missing"
  return file.description === fileMarks.changed ? "changed" : "intact"
}

/**
 * Returns the initial status. A document with original pages is readable at once, and is converted again if its file is intact. Others wait
 * for their first pages. Hidden documents stay hidden.
 */
const statusOf = (theirs: number, drawn: number, fileState: FileState): number => {
  if (hiddenStatuses.includes(theirs)) return theirs
  if (drawn > 0) return fileState === "intact" ? reconvert : converted
  return fileState === "missing" ? failed : pending
}

const valuesFrom = ({ id, row, values }: MappedRow, { file, names, latest }: Drawn) => {
  const sha256 = file?.sha256 ?? missingBlob(String(id).padStart(32, "0"))
  const fileState = keptOf(file)
  const drawn = names.length
  const pages = Math.max(Number(values.pages ?? 0), drawn)
  const preview = Math.min(Number(values.preview ?? 0) || pages, drawn || pages)
  const [width, height] = [Number(values.width) * 0.75, Number(values.height) * 0.75]
  return {
    ...values,
    uuid: String(row.uuid ?? "") || `import${id}`,
    attachment_id: file?.id ?? 0,
    sha256,
    version: latest || 1,
    width: Math.round(width),
    height: Math.round(height),
    pages: drawn ? pages : 0,
    preview: drawn && preview < pages ? preview : 0,
    converted_pages: drawn,
    ext: String(values.ext || file?.ext || ""),
    status: statusOf(Number(values.status), drawn, fileState),
    draw_in_review: drawn === 0 && fileState !== "missing",
    convert_error: fileState === "missing" ? "从原来的网站转入时没有找到这份文档的文件，请重新上传文件" : "",
  }
}

const noFileNote = "没有文件的记录"

const complete = async (ctx: Ctx, taken: MappedRow[], world: ImportContext): Promise<MappedRow[]> => {
  const files = await listFilesOfDocuments(
    ctx,
    taken.map(({ targetId }) => targetId),
  )
  const latest = await listLatestConversions(
    ctx,
    [...files.values()].map(({ sha256 }) => sha256),
  )
  return severalAtOnce(taken, async (one) => {
    const file = files.get(one.targetId)
    if (!file) world.note("document", one.id, noFileNote)
    const names = file ? await listOriginalPages(world.originals, file.hash) : []
    const before = file ? (latest.get(file.sha256) ?? 0) : 0
    const size = { width: Number(one.row.width ?? 0), height: Number(one.row.height ?? 0) }
    const needsPages = file !== undefined && names.length > 0 && before === 0 && !world.dry
    const pages = needsPages
      ? await storeOriginalPages(ctx.app, world.originals.folder, { hash: file.hash, sha256: file.sha256, names, size })
      : []
    const again = keptOf(file) !== "intact"
    return { ...one, values: valuesFrom(one, { file, names, latest: before, pages }), pages, ...(again && { again: true as const }) }
  })
}

/** Documents without pages in the source whose file was missing at the last run and is still missing. */
const listStillWithoutFile = async (ctx: Ctx, rows: SourceRow[], { originals, note }: ImportContext): Promise<ReadonlySet<number>> => {
  const targets = await listTargetIds(
    ctx.db,
    "document",
    rows.map(({ id }) => id),
  )
  const targetIds = [...targets.values()]
  const marked = await ctx.db
    .select({ id: t.id })
    .from(t)
    .where(and(isOneOf(t.id, targetIds), like(t.sha256, `${missingBlob("")}%`)))
  const wereMissing = new Set(marked.map(({ id }) => id))
  const files = await listFilesOfDocuments(ctx, targetIds)
  const still = new Set<number>()
  await severalAtOnce(
    rows.filter(({ id }) => wereMissing.has(targets.get(id) ?? 0)),
    async ({ id }) => {
      const file = files.get(targets.get(id)!)
      if (keptOf(file) !== "missing" || (file && (await listOriginalPages(originals, file.hash)).length > 0)) return
      if (!file) note("document", id, noFileNote)
      still.add(id)
    },
  )
  return still
}

/** Adds the rows of the pages that were just stored. */
const addDrawings = async (ctx: Ctx, taken: (MappedRow & { pages?: OriginalPage[] })[]): Promise<void> => {
  for (const { values, pages = [] } of taken) {
    if (!pages.length) continue
    const sha256 = values.sha256 as string
    const { width, height } = pages[0]!
    await addConversion(ctx, { sha256, version: 1, pages: values.pages as number, drawn: pages.length, width, height })
    await addPages(
      ctx,
      pages.map((page) => ({ ...page, sha256, version: 1 })),
    )
  }
}

/** Columns that belong to this site's conversion. A later run changes them only if the file was missing before. */
const ours = [
  "attachment_id",
  "sha256",
  "version",
  "width",
  "height",
  "pages",
  "preview",
  "converted_pages",
  "draw_in_review",
  "size",
  "ext",
  "convert_error",
]
const unlessMissing = (name: string): SQL =>
  sql`case when ${t.sha256} like ${`${"0".repeat(32)}%`} then excluded.${sql.identifier(name)} else ${t}.${sql.identifier(name)} end`

const isHiddenStatus = (status: unknown): boolean => hiddenStatuses.includes(Number(status))
/** People decide whether a document is hidden, and why; the other statuses follow from its pages. */
const decisionOf = (column: string, value: unknown): unknown => (column === "status" && !isHiddenStatus(value) ? converted : value)

/**
 * Returns the status after both sides' decisions are merged: a hidden one as it is, else that of the pages here. A document whose file was
 * missing starts anew with what arrived.
 */
const settledStatus = (status: unknown, here: ColumnValues, there: ColumnValues): unknown => {
  if (isHiddenStatus(status)) return status
  if (isMissingBlob(String(here.sha256)) && !isHiddenStatus(there.status)) return there.status
  if (!isHiddenStatus(here.status)) return here.status
  return Number(here.converted_pages) > 0 ? converted : pending
}

/** Imports documents with id, uuid, counters and times; those in the recycle bin stay there. */
export const document: Mapping = {
  source: "document",
  title: "文档",
  target: t,
  references: { user_id: "user", deleted_user_id: "user" },
  unique: ["uuid"],
  nameColumn: "title",
  merged: Object.fromEntries(ours.map((name) => [name, unlessMissing(name)])),
  comparison: { decisionOf },
  settle: (values, here, there) => ({ ...values, status: settledStatus(values.status, here, there) }),
  change: (ctx, taken, world) =>
    complete(ctx, withStatuses(world, "document", taken, { statuses: DocumentStatus, fallback: DocumentStatus.reviewing }), world),
  listStillLacking: listStillWithoutFile,
  after: addDrawings,
  remove: async (ctx, ids) => {
    const rows = await ctx.db.select({ id: t.id, attachment_id: t.attachment_id }).from(t).where(inArray(t.id, ids))
    await purgeDocumentRows(ctx, rows, ctx.now())
  },
}
