import { DocumentStatus, DynamicType } from "../../../lib/contract/enums"
import type { Ctx, LoggedIn } from "../../context"
import { invalid } from "../../errors"
import { addDynamic } from "../dynamic/dynamic.usecases"
import { announce } from "./announcement.usecases"
import { convertJob } from "./conversion.jobs"
import { conversionPriority } from "./conversion-priority.rules"
import { countUnderway, findConversion } from "./conversion.repository"
import { changeDocument, lockDocuments, type DocumentRow } from "./document.repository"

const { pending, converted, disabled, reviewing, rejected } = DocumentStatus
const hidden: number[] = [reviewing, rejected, disabled]

type Verdict = { status: number; words: string; reject_reason: string }

/**
 * Staff's word on documents (docs/reference/api.md 2.5, 6.3): 0 or 2 approves what is in review, rejected or disabled, 7 rejects
 * what is in review, 4 disables. What is in another state is left alone; the owners of the rest hear of it.
 */
export const checkDocuments = (ctx: LoggedIn, { id, status, reason = "" }: { id: number[]; status: number; reason?: string }) =>
  ctx.tx(async (ctx) => {
    const verdict = verdictOf(status, reason)
    for (const row of await lockDocuments(ctx.db, id)) {
      const next = await verdict(ctx, row)
      if (next) await pronounce(ctx, row, next)
    }
    return {}
  })

const verdictOf = (status: number, reason: string) => {
  const because = reason ? `，原因：${reason}` : ""
  if (status === rejected)
    return async (_ctx: Ctx, row: DocumentRow): Promise<Verdict | null> =>
      row.status === reviewing ? { status: rejected, words: `文档《{title}》没有通过审核${because}`, reject_reason: reason } : null
  if (status === disabled)
    return async (_ctx: Ctx, row: DocumentRow): Promise<Verdict | null> =>
      row.status === disabled ? null : { status: disabled, words: `文档《{title}》已被禁用${because}`, reject_reason: reason }
  if (status !== pending && status !== converted) throw invalid("请选择审核结果")
  return async (ctx: Ctx, row: DocumentRow): Promise<Verdict | null> =>
    hidden.includes(row.status)
      ? {
          status: (await isComplete(ctx, row)) ? converted : pending,
          words: row.status === disabled ? "文档《{title}》已恢复展示" : "文档《{title}》通过了审核",
          reject_reason: "",
        }
      : null
}

/** Are all of its pages there, from before somebody edited or hid it? */
const isComplete = async (ctx: Ctx, row: DocumentRow): Promise<boolean> =>
  row.pages > 0 && (await findConversion(ctx.db, row.sha256, row.version))?.drawn === row.converted_pages

const pronounce = async (ctx: Ctx, row: DocumentRow, { status, words, reject_reason }: Verdict) => {
  const fresh = { status, reject_reason, convert_reason: "", convert_error: "", convert_deaths: 0, lease_until: null }
  const waiting = status === pending ? await countUnderway(ctx.db, row.user_id) : 0
  await changeDocument(ctx.db, row.id, fresh)
  if (status === pending)
    await ctx.enqueue(convertJob, { document_id: row.id }, { key: String(row.id), priority: conversionPriority(row.size, waiting) })
  await addDynamic(ctx, {
    user_id: row.user_id,
    type: DynamicType.upload,
    words: words.slice(0, 255),
    title: row.title,
    href: `/document/${row.uuid}`,
  })
  await announce(ctx, { ...row, ...fresh })
}
