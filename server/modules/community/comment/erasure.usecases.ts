import { eq, sql } from "drizzle-orm"
import { ContentKind, ReviewStatus } from "@/lib/contract/library/content.enums"
import type { Erase } from "@/server/db/personal-data"
import { changeContentCounts } from "../../library/content/content.usecases"
import { changeUserCounts } from "../../people/user/people.usecases"
import { changeAnswerCount } from "./comment.repository"
import { commentTable as t } from "./comment.table"

type Gone = { document_id: number; type: number; parent_id: number; user_id: number; counts: boolean }

/** Deletes the IP address of each of the user's comments. */
export const forgetAddress: Erase = ({ db }, { id }) => db.update(t).set({ ip: "" }).where(eq(t.user_id, id))

/** Deletes the user's comments with all replies to them, and corrects the counters. */
export const removeComments: Erase = async (ctx, person) => {
  const gone: Gone[] = await ctx.db
    .delete(t)
    .where(
      sql`${t.id} in (with recursive thread as (
        select ${t.id} as id from ${t} where ${t.user_id} = ${person.id}
        union select ${t.id} from ${t} join thread on ${t.parent_id} = thread.id) select id from thread)`,
    )
    .returning({
      document_id: t.document_id,
      type: t.type,
      parent_id: t.parent_id,
      user_id: t.user_id,
      counts: sql<boolean>`${t.status} = ${ReviewStatus.approved}`,
    })
  const counted = gone.filter((row) => row.counts)
  for (const type of [ContentKind.document, ContentKind.article])
    await lower(
      counted.filter((row) => row.type === type).map((row) => row.document_id),
      (document_id, by) => changeContentCounts(ctx, [{ type, document_id }], { comment_count: -by }),
    )
  await lower(
    counted.flatMap((row) => (row.parent_id ? [row.parent_id] : [])),
    (id, by) => changeAnswerCount(ctx.db, id, -by),
  )
  await lower(
    gone.map((row) => row.user_id),
    (id, by) => changeUserCounts(ctx, [id], { comment_count: -by }),
  )
}

/** Runs one update per id with its number of occurrences, in id order to avoid deadlocks. */
const lower = async (ids: number[], update: (id: number, by: number) => PromiseLike<unknown>) => {
  const times = new Map<number, number>()
  for (const id of ids.toSorted((a, b) => a - b)) times.set(id, (times.get(id) ?? 0) + 1)
  for (const [id, by] of times) await update(id, by)
}
