import { inArray } from "drizzle-orm"
import { ContentKind } from "@/lib/contract/library/content.enums"
import { SpiderDocumentStatus } from "@/lib/contract/collecting/spider.enums"
import type { Parsed } from "@/lib/contract/types"
import {
  documentEventOf,
  isBeingFetched,
  isBeingPublished,
  isPublishable,
  type SpiderDocumentEvent,
} from "@/lib/rules/collecting/spider-document-status"
import { rootUserId } from "@/lib/rules/people/staff"
import type { Ctx, LoggedIn } from "@/server/context"
import { pageOf } from "@/server/db/listing"
import { conflict, forbidden, invalid, notFound } from "@/server/errors"
import { requireLineage } from "../../library/category/counts.usecases"
import { attachmentTable } from "../../library/files/attachment.table"
import { markAttachments } from "../../library/files/attachments.usecases"
import { requireLanguage } from "../../library/language/language.usecases"
import { requireWithinRank } from "../../people/group/rank.policy"
import { findUser } from "../../people/user/people.usecases"
import { enqueueFetches, enqueuePublications } from "./spider.jobs"
import {
  changeSpiderDocument,
  deleteSpiderDocuments,
  findSpiderDocument,
  listSpiderDocuments,
  lockSpiderDocuments,
  type SpiderDocumentRow,
} from "./spider-document.repository"

type Change = Parsed<"PUT /spiderdocument">

/** The categories are JSON text on the wire. */
const answerOf = (row: SpiderDocumentRow) => ({ ...row, category_id: row.category_id.length ? JSON.stringify(row.category_id) : "" })

export const readSpiderDocuments = async (ctx: LoggedIn, input: Parsed<"GET /spiderdocument/list">) => {
  const { rows, total } = await listSpiderDocuments(ctx.db, input, pageOf(input, 1_000))
  return { total, spider_document: rows.map(answerOf) }
}

export const readSpiderDocument = async (ctx: LoggedIn, { id }: { id: number }) => {
  const row = await findSpiderDocument(ctx.db, id)
  if (!row) throw notFound("采集文档不存在")
  return answerOf(row)
}

export const updateSpiderDocument = (ctx: LoggedIn, change: Change) => updateAll(ctx, [change])

/** Changes all rows or none (docs/decisions/103). */
export const updateSpiderDocuments = (ctx: LoggedIn, { spider_document }: { spider_document: Change[] }) => updateAll(ctx, spider_document)

const updateAll = (ctx: LoggedIn, changes: Change[]) =>
  ctx.tx(async (ctx) => {
    const rows = new Map(
      (
        await lockSpiderDocuments(
          ctx.db,
          changes.map(({ id }) => id),
        )
      ).map((row) => [row.id, row]),
    )
    const events: Partial<Record<SpiderDocumentEvent, number[]>> = {}
    for (const { id, ...change } of changes) {
      const row = rows.get(id)
      if (!row) throw notFound("采集文档不存在，可能已被删除")
      const event = await apply(ctx, row, change)
      if (event) (events[event] ??= []).push(id)
    }
    await enqueueFetches(ctx, events.queue ?? [])
    await enqueuePublications(ctx, events.submit ?? [])
    return {}
  })

const nameOf = (row: SpiderDocumentRow): string => `“${row.title || row.title_from_href || row.url.slice(0, 100)}”`

/** Writes the given fields of one row. @returns the event that it triggers, or null */
const apply = async (
  ctx: LoggedIn,
  row: SpiderDocumentRow,
  { status, ...change }: Omit<Change, "id">,
): Promise<SpiderDocumentEvent | null> => {
  const moved = status !== undefined && status !== row.status
  const event = moved ? documentEventOf(row.status, status) : null
  const label = SpiderDocumentStatus.labelOf
  if (moved && !event) throw conflict(`${nameOf(row)}不能从“${label(row.status)}”改为“${label(status)}”，请刷新后再试`, "status")
  if (isBeingPublished(row.status)) throw conflict(`${nameOf(row)}正在发布，请稍后再改`)
  const after = { ...row, ...change }
  // the author need not exist yet, so a missing one is refused at publication only
  if (after.user_id && (event === "submit" || after.user_id !== row.user_id)) await requireMayPublishAs(ctx, after.user_id)
  if (event === "submit") await requirePublishable(ctx, after)
  const cleared = event === "queue" ? { error: "", size: 0, sha256: null, attachment_id: 0, save_path: "" } : event ? { error: "" } : {}
  if (event === "queue") await dropFiles(ctx, [row])
  await changeSpiderDocument(ctx.db, row.id, {
    ...change,
    ...cleared,
    ...(event && { status }),
    lease_until: event ? null : row.lease_until,
    updated_at: ctx.now(),
  })
  return event
}

/** Staff publish in the name of users whose rights they have themselves: never of the root user, and not of stronger staff. */
const requireMayPublishAs = async (ctx: LoggedIn, userId: number): Promise<void> => {
  if (ctx.user.root || userId === ctx.user.id) return
  if (userId === rootUserId) throw forbidden("不能以站长的名义发布", "user_id")
  await requireWithinRank(ctx, [userId])
}

/** Checks everything that is known before publication: a title, an owner, a category, and a language of the site. */
const requirePublishable = async (ctx: LoggedIn, row: SpiderDocumentRow) => {
  if (!isPublishable(row)) throw invalid("文档正式标题为空，无法发布", "title")
  if (!row.user_id) throw invalid("请输入用户ID", "user_id")
  if (!(await findUser(ctx, row.user_id))) throw invalid("没有这个用户", "user_id")
  if (!row.category_id.length) throw invalid("请选择发布到的分类", "category_id")
  await requireLineage(ctx, row.category_id, ContentKind.document)
  if (row.language) (await requireLanguage(ctx))(row.language)
}

/** Deletes rows with their files, except rows that are being downloaded or published. Published documents stay. */
export const removeSpiderDocuments = (ctx: LoggedIn, { id }: { id: number[] }) =>
  ctx.tx(async (ctx) => {
    const rows = await lockSpiderDocuments(ctx.db, id)
    const busy = rows.find((row) => isBeingFetched(row.status) || isBeingPublished(row.status))
    if (busy) throw conflict(`${nameOf(busy)}${SpiderDocumentStatus.labelOf(busy.status)}，请完成后再删除`)
    await dropFiles(ctx, rows)
    await deleteSpiderDocuments(
      ctx.db,
      rows.map((row) => row.id),
    )
    return {}
  })

/** Leaves files of rows that are downloaded again or deleted to the sweep. */
const dropFiles = async (ctx: Ctx, rows: SpiderDocumentRow[]) => {
  const ids = rows.flatMap((row) => row.attachment_id || [])
  if (ids.length) await markAttachments(ctx, inArray(attachmentTable.id, ids), ctx.now())
}
