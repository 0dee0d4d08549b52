import { and, inArray, like } from "drizzle-orm"
import { DocumentStatus } from "@/lib/contract/library/document.enums"
import type { Ctx } from "@/server/context"
import type { SourceRow } from "@/server/db/mariadb"
import { isOneOf, type ColumnValues } from "@/server/db/rows"
import { hiddenStatuses } from "@/lib/rules/library/document-status"
import { documentTable as t } from "../../library/document/document.table"
import { purgeDocumentRows } from "../../library/document/removal.usecases"
import { findFile, type AttachmentRow } from "../../library/files/attachments.usecases"
import { recordReplacement } from "../../library/document/version.usecases"
import { addConversion, addPages, listLatestConversions } from "../../library/files/drawing.usecases"
import { isMissingBlob, missingBlob } from "../../library/files/storage-keys.rules"
import { fileMarks, listImportedFiles } from "./attachment-mapping.usecases"
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
  const files = await listImportedFiles(
    ctx.db,
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
  const files = await listImportedFiles(ctx.db, targetIds)
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

/** Columns that follow from the file's content and from its conversion here. */
const ofFile = [
  "attachment_id",
  "size",
  "ext",
  "version",
  "width",
  "height",
  "pages",
  "preview",
  "converted_pages",
  "draw_in_review",
  "convert_error",
]

const isHiddenStatus = (status: unknown): boolean => hiddenStatuses.includes(Number(status))
/** People decide whether a document is hidden, and why; the other statuses follow from its pages. */
const decisionOf = (column: string, value: unknown): unknown => (column === "status" && !isHiddenStatus(value) ? converted : value)

/** The values of a document whose file the source has replaced: it waits for its conversion, under addresses of its own. */
const withNewFile = (there: ColumnValues, here: ColumnValues): ColumnValues => ({
  sha256: there.sha256,
  attachment_id: there.attachment_id,
  size: there.size,
  ext: there.ext,
  encoding: "",
  version: Math.max(Number(there.version), Number(here.version)) + 1,
  ...Object.fromEntries(
    ["pages", "preview", "width", "height", "converted_pages", "blocks", "block_preview", "convert_deaths"].map((column) => [column, 0]),
  ),
  draw_in_review: true,
  convert_reason: "",
  convert_error: "",
  status: pending,
})

/**
 * Completes a document after both sides' values are merged: with the file that remains, and with a hidden status as it is, else that of the
 * file's pages. A file that was missing here arrives, and one that only the source has replaced.
 */
const settle: Mapping["settle"] = (one, { here, base, merged }) => {
  const there = one.values
  const isReplaced = base !== null && there.sha256 !== here.sha256 && merged.sha256 === there.sha256 && !isMissingBlob(String(there.sha256))
  const wasMissing = isMissingBlob(String(here.sha256))
  const ofSide = (side: ColumnValues) => Object.fromEntries(["sha256", ...ofFile, "status"].map((column) => [column, side[column]]))
  const file = wasMissing ? ofSide(there) : isReplaced ? withNewFile(there, here) : ofSide(here)
  const visible = isHiddenStatus(file.status) ? (Number(file.converted_pages) > 0 ? converted : pending) : file.status
  // without a base, nobody can tell who hid it
  const decided = base === null && isHiddenStatus(here.status) ? here.status : merged.status
  const values = { ...merged, ...file, status: isHiddenStatus(decided) ? decided : visible }
  return { ...one, values, ...(isReplaced && !wasMissing && { replaced: here }) }
}

/** Records the files that the source has replaced as versions of their documents. */
const addVersions = async (ctx: Ctx, taken: (MappedRow & { replaced?: ColumnValues })[]): Promise<void> => {
  for (const { values, replaced } of taken) {
    if (!replaced) continue
    const file = await findFile(ctx, Number(values.attachment_id))
    if (file) await recordReplacement(ctx, replaced as typeof t.$inferSelect, file)
  }
}

/** Imports documents with id, uuid, counters and times; those in the recycle bin stay there. */
export const document: Mapping = {
  source: "document",
  title: "文档",
  target: t,
  references: { user_id: "user", deleted_user_id: "user" },
  unique: ["uuid"],
  nameColumn: "title",
  comparison: { decisionOf, derived: new Set(ofFile) },
  settle,
  titleOf: (_, column) => (column === "sha256" ? "文件" : column),
  secret: () => ["sha256"],
  change: (ctx, taken, world) =>
    complete(ctx, withStatuses(world, "document", taken, { statuses: DocumentStatus, fallback: DocumentStatus.reviewing }), world),
  listStillLacking: listStillWithoutFile,
  after: async (ctx, taken) => {
    await addDrawings(ctx, taken)
    await addVersions(ctx, taken)
  },
  remove: async (ctx, ids) => {
    const rows = await ctx.db.select({ id: t.id, attachment_id: t.attachment_id }).from(t).where(inArray(t.id, ids))
    await purgeDocumentRows(ctx, rows, ctx.now())
  },
}
