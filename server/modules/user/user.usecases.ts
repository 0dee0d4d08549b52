import type { Ctx, LoggedIn } from "../../context"
import { forbidden, notFound, unauthenticated } from "../../http/errors"
import { requireUnpunished } from "../punishment/punishment.policy"
import { findUser, listGroups, listUsersById, type UserRow } from "./user.repository"

const publicFields = ["id", "username", "avatar", "signature", "doc_count", "article_count", "favorite_count", "comment_count", "follow_count", "fans_count", "credit_count"] as const

/** What everybody may see of a person. */
const publicUser = (row: UserRow) => Object.fromEntries(publicFields.map((field) => [field, row[field]])) as Pick<UserRow, (typeof publicFields)[number]>

/** The public parts of many people in one query, by id. */
export const publicUsers = async (ctx: Ctx, ids: number[]): Promise<Map<number, ReturnType<typeof publicUser>>> =>
  new Map((await listUsersById(ctx.db, [...new Set(ids)])).map((row) => [row.id, publicUser(row)]))

/** What the person (or staff) may see; the contract's output drops the password. */
export const ownUser = (row: UserRow) => ({ ...row, password: undefined })

/** Own row in full; another's public part, or in full for staff. */
export const readUser = async (ctx: Ctx, input: { id?: number }) => {
  const id = input.id || ctx.user?.id
  if (!id) throw unauthenticated()
  const row = await findUser(ctx.db, id)
  if (!row) throw notFound("用户不存在")
  return id === ctx.user?.id || ctx.may("GET /user") ? ownUser(row) : publicUser(row)
}

/** The groups of the person who asks. */
export const readUserGroups = async (ctx: LoggedIn) => ({ group: await listGroups(ctx.db, ctx.user.id) })

/** Rights come from any of the person's groups, unless a punishment forbids it (`reference/api.md` 6.2). */
export const requireUploadRight = async (ctx: LoggedIn): Promise<{ review: boolean }> => {
  await requireUnpunished(ctx, ctx.user.id, "upload")
  const groups = await listGroups(ctx.db, ctx.user.id)
  if (!ctx.user.root && !groups.some((group) => group.enable_upload)) throw forbidden("没有权限上传文档")
  return { review: !ctx.user.root && groups.length > 0 && groups.every((group) => group.enable_document_review) }
}
