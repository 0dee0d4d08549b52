import { sql } from "drizzle-orm"
import type { Ctx } from "@/server/context"
import { changeContentCounts, setContentCount } from "../../library/content/content.usecases"
import { changeUserCounts, setUserCounts } from "../../people/user/people.usecases"
import { userTable } from "../../people/user/user.table"
import { approvedWhere, changeAnswerCount, countAnswers, detachAnswerRows, type CommentRow } from "./comment.repository"

type Counted = Pick<CommentRow, "type" | "document_id" | "user_id" | "parent_id">

/** Counts a newly public comment at its document or article, its author and its parent comment. */
export const countOne = async (ctx: Ctx, row: Counted): Promise<void> => {
  await changeContentCounts(ctx, [row], { comment_count: 1 })
  await changeUserCounts(ctx, [row.user_id], { comment_count: 1 })
  if (row.parent_id) await changeAnswerCount(ctx.db, row.parent_id, 1)
}

/** Recounts all counters that these comments affect: documents, articles, authors, and parent comments. Uses one statement per table. */
export const recount = async (ctx: Ctx, rows: Counted[]): Promise<void> => {
  await setContentCount(ctx, rows, "comment_count", (type, id) => approvedWhere(sql`one.type = ${type} and one.document_id = ${id}`))
  await setUserCounts(ctx, [...new Set(rows.map((row) => row.user_id))], {
    comment_count: approvedWhere(sql`one.user_id = ${userTable}.id`),
  })
  await countAnswers(
    ctx.db,
    [...new Set(rows.map((row) => row.parent_id))].filter((id) => id > 0),
  )
}

/** Recounts the replies to these comments. */
export const recountAnswers = ({ db }: Ctx, ids: number[]): Promise<void> => countAnswers(db, ids)

/** Lets answers to comments that do not exist stand for themselves, because no page would show them. Returns their ids. */
export const detachAnswers = ({ db }: Ctx): Promise<number[]> => detachAnswerRows(db)
