import { and, eq, inArray, or, sql } from "drizzle-orm"
import { AttachmentType, ContentKind, ReviewStatus } from "../../../lib/contract/enums"
import type { Db } from "../../db/client"
import { articleTable } from "../article/article.table"
import { attachmentTable } from "../files/attachment.table"
import { codeTable } from "../verification/verification.table"
import { commentTable } from "../comment/comment.table"
import { documentTable, downloadTable } from "../document/document.table"
import { dynamicTable } from "../dynamic/dynamic.table"
import { favoriteFolderTable, favoriteTable } from "../favorite/favorite.table"
import { userOauthTable } from "../oauth/oauth.table"
import { userVipTable } from "../order/order.table"
import { punishmentTable } from "../punishment/punishment.table"
import { documentScoreTable, readingPositionTable } from "../reading/reading.table"
import { reportTable } from "../report/report.table"
import { signTable } from "../sign/sign.table"
import { smsTable } from "../sms/sms.table"
import { leaveGroups } from "../user/membership.usecases"
import { userTable } from "../user/user.table"
import { sessionTable } from "../session/session.table"
import { markAttachments } from "../files/attachments.usecases"

/* Personal data in other tables and its erasure. Ledger, orders and audit log stay. */

type Erased = { id: number; email: string; mobile: string }

/** What is gone with an account in any case: sessions, bindings, favourites, sign-ins, dynamics, downloads, codes, the avatar, addresses in messages and rows. */
export const removeTraces = async (db: Db, person: Erased, now: Date): Promise<void> => {
  const { id } = person
  await leaveGroups({ db }, id)
  await db.delete(sessionTable).where(eq(sessionTable.user_id, id))
  await db.delete(userOauthTable).where(eq(userOauthTable.user_id, id))
  await removeFavorites(db, id)
  await db.delete(signTable).where(eq(signTable.user_id, id))
  await db.delete(dynamicTable).where(eq(dynamicTable.user_id, id))
  await db.delete(downloadTable).where(eq(downloadTable.user_id, id))
  await db.delete(readingPositionTable).where(eq(readingPositionTable.user_id, id))
  await db.delete(documentScoreTable).where(eq(documentScoreTable.user_id, id))
  const addresses = [person.email.toLowerCase(), person.mobile].filter(Boolean)
  if (addresses.length) await db.delete(codeTable).where(inArray(sql`lower(${codeTable.address})`, addresses))
  await db
    .update(smsTable)
    .set({ user_id: 0, mobile: "", ip: "", response: "" })
    .where(or(eq(smsTable.user_id, id), person.mobile ? eq(smsTable.mobile, person.mobile) : undefined))
  await db
    .update(reportTable)
    .set({ username: `已注销用户${id}` })
    .where(eq(reportTable.user_id, id))
  await db.update(attachmentTable).set({ ip: "" }).where(eq(attachmentTable.user_id, id))
  await db.update(commentTable).set({ ip: "" }).where(eq(commentTable.user_id, id))
  await markAttachments({ db }, and(eq(attachmentTable.user_id, id), eq(attachmentTable.type, AttachmentType.avatar)), now)
}

const removeFavorites = async (db: Db, userId: number) => {
  const gone = await db
    .delete(favoriteTable)
    .where(eq(favoriteTable.user_id, userId))
    .returning({ id: favoriteTable.document_id, type: favoriteTable.type })
  const of = (type: number) => gone.filter((row) => row.type === type).map((row) => row.id)
  const documents = of(ContentKind.document)
  const articles = of(ContentKind.article)
  if (documents.length)
    await db
      .update(documentTable)
      .set({ favorite_count: sql`greatest(${documentTable.favorite_count} - 1, 0)` })
      .where(inArray(documentTable.id, documents))
  if (articles.length)
    await db
      .update(articleTable)
      .set({ favorite_count: sql`greatest(${articleTable.favorite_count} - 1, 0)` })
      .where(inArray(articleTable.id, articles))
  await db.delete(favoriteFolderTable).where(eq(favoriteFolderTable.user_id, userId))
}

/** What an erased account keeps under its new name, and one that staff delete does not. */
export const removeWorks = async (db: Db, userId: number, now: Date): Promise<void> => {
  await removeComments(db, userId)
  await db.delete(userVipTable).where(eq(userVipTable.user_id, userId))
  await db.delete(punishmentTable).where(eq(punishmentTable.user_id, userId))
  await db.delete(reportTable).where(eq(reportTable.user_id, userId))
  await markAttachments({ db }, eq(attachmentTable.user_id, userId), now)
  await db.update(attachmentTable).set({ user_id: 0, name: "" }).where(eq(attachmentTable.user_id, userId))
  await db.delete(userTable).where(eq(userTable.id, userId))
}

type Gone = { document_id: number; type: number; parent_id: number; user_id: number; counts: boolean }

/** The person's comments with every answer to them; what counted them is corrected. */
const removeComments = async (db: Db, userId: number) => {
  const t = commentTable
  const gone: Gone[] = await db
    .delete(t)
    .where(
      sql`${t.id} in (with recursive thread as (
        select ${t.id} as id from ${t} where ${t.user_id} = ${userId}
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
  await lower(
    counted.filter((row) => row.type === ContentKind.document).map((row) => row.document_id),
    (id, by) =>
      db
        .update(documentTable)
        .set({ comment_count: sql`greatest(${documentTable.comment_count} - ${by}, 0)` })
        .where(eq(documentTable.id, id)),
  )
  await lower(
    counted.filter((row) => row.type === ContentKind.article).map((row) => row.document_id),
    (id, by) =>
      db
        .update(articleTable)
        .set({ comment_count: sql`greatest(${articleTable.comment_count} - ${by}, 0)` })
        .where(eq(articleTable.id, id)),
  )
  await lower(
    counted.flatMap((row) => (row.parent_id ? [row.parent_id] : [])),
    (id, by) =>
      db
        .update(t)
        .set({ comment_count: sql`greatest(${t.comment_count} - ${by}, 0)` })
        .where(eq(t.id, id)),
  )
  await lower(
    gone.map((row) => row.user_id),
    (id, by) =>
      db
        .update(userTable)
        .set({ comment_count: sql`greatest(${userTable.comment_count} - ${by}, 0)` })
        .where(eq(userTable.id, id)),
  )
}

/** One update for each id, by how often it is named; in the order of the ids, so that two never wait for each other. */
const lower = async (ids: number[], update: (id: number, by: number) => PromiseLike<unknown>) => {
  const times = new Map<number, number>()
  for (const id of ids.toSorted((a, b) => a - b)) times.set(id, (times.get(id) ?? 0) + 1)
  for (const [id, by] of times) await update(id, by)
}

/** Does the person still own a document or an article, in the recycle bin included? */
export const ownsWorks = async (db: Db, ids: number[]): Promise<boolean> =>
  (await db.$count(documentTable, inArray(documentTable.user_id, ids))) +
    (await db.$count(articleTable, inArray(articleTable.user_id, ids))) >
  0
