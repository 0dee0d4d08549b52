import { eq } from "drizzle-orm"
import { UserStatus } from "@/lib/contract/people/user.enums"
import { PunishmentType } from "@/lib/contract/people/punishment.enums"
import { group } from "@/lib/contract/people/group"
import type { Ctx, LoggedIn } from "@/server/context"
import { withoutFields } from "@/server/crud"
import { findMovedId } from "@/server/db/moved-ids"
import { notFound, unauthenticated } from "@/server/errors"
import { profileChangeTable } from "../account/profile-change.table"
import { isPunished } from "../punishment/punishment.policy"
import { publicCounts } from "./public-counts.usecases"
import { listMemberships, shownGroup, type Membership, listGroups } from "./membership.usecases"
import { findUser, listUsersById, updateUser, type UserRow } from "./people.usecases"
import { userTable } from "./user.table"

const publicFields = [
  "id",
  "username",
  "avatar",
  "signature",
  "doc_count",
  "article_count",
  "favorite_count",
  "comment_count",
  "follow_count",
  "fans_count",
  "credit_count",
] as const
type PublicPart = Pick<UserRow, (typeof publicFields)[number]> & { group_name: string }

/** Returns a user's public data. */
export const publicUser = (row: UserRow, membership?: Membership): PublicPart => ({
  ...(Object.fromEntries(publicFields.map((field) => [field, row[field]])) as Pick<UserRow, (typeof publicFields)[number]>),
  group_name: membership?.group_name ?? "",
})

/** The columns of a user's public data, for a query that joins the user table. */
export const publicColumns = {
  ...(Object.fromEntries(publicFields.map((field) => [field, userTable[field]])) as Pick<typeof userTable, (typeof publicFields)[number]>),
  group_name: shownGroup,
}

/** Returns the public data of many users in two queries, by id. */
export const publicUsers = async (ctx: Ctx, ids: number[]): Promise<Map<number, PublicPart>> => {
  const distinct = [...new Set(ids)]
  // one after the other: the caller may be in a transaction, whose connection answers one query at a time
  const rows = await listUsersById(ctx, distinct)
  const memberships = await listMemberships(ctx, distinct, ctx.now())
  return new Map(rows.map((row) => [row.id, publicUser(row, memberships.get(row.id))]))
}

/**
 * Returns the full row for staff, or for its owner (with an empty `remark`), with current groups and VIP. The password is never returned.
 */
export const fullUser = (row: UserRow, membership: Membership | undefined, withRemark: boolean) => ({
  ...row,
  password: undefined,
  has_password: row.password !== "",
  ...(membership && { group_id: membership.group_id, group_name: membership.group_name, is_vip: membership.is_vip }),
  remark: withRemark ? row.remark : "",
})

/** Finds an imported user whose number was taken when they arrived. */
const findMovedUser = async (ctx: Ctx, id: number) => {
  const movedId = await findMovedId(ctx.db, "user", id)
  return movedId === null ? null : findUser(ctx, movedId)
}

/** Checks whether the caller may see the user's page: a closed account has none, a hidden one is shown to itself and to staff. */
export const isUserVisible = (ctx: Ctx, { id, closed_at, hidden_at }: Pick<UserRow, "id" | "closed_at" | "hidden_at">): boolean =>
  closed_at === null && (hidden_at === null || id === ctx.user?.id || ctx.may("GET /user"))

/** Hides the user's page from others, or shows it again. */
export const hideUser = async (ctx: Ctx, id: number, hidden: boolean): Promise<void> => {
  await updateUser(ctx, id, { hidden_at: hidden ? ctx.now() : null }, ctx.now())
  await ctx.changed("user", id)
}

/** Returns the signature of a user that waits for review; "" for none. */
const findWaitingSignature = async (ctx: Ctx, userId: number): Promise<string> => {
  const [row] = await ctx.db
    .select({ signature: profileChangeTable.signature })
    .from(profileChangeTable)
    .where(eq(profileChangeTable.user_id, userId))
  return row?.signature ?? ""
}

/**
 * Returns the caller's full row, or another user's public data; staff get the full row. Erased and hidden accounts are a 404 (docs/reference/api.md
 * 2.1). With an explicit `id`, even of the caller, the counts are the public ones; otherwise they cover everything of the caller.
 */
export const readUser = async (ctx: Ctx, input: { id?: number }) => {
  const id = input.id || ctx.user?.id
  if (!id) throw unauthenticated()
  const row = (await findUser(ctx, id)) ?? (await findMovedUser(ctx, id))
  if (!row || !isUserVisible(ctx, row)) throw notFound("用户不存在")
  const isOwn = row.id === ctx.user?.id
  const [memberships, disabled, waiting_signature] = await Promise.all([
    listMemberships(ctx, [row.id], ctx.now()),
    isPunished(ctx, row.id, PunishmentType.account),
    isOwn && !input.id ? findWaitingSignature(ctx, row.id) : "",
  ])
  const membership = memberships.get(row.id)
  const status = disabled ? UserStatus.disabled : UserStatus.normal
  if (!isOwn && ctx.may("GET /user")) return { ...fullUser(row, membership, true), status }
  const part = isOwn ? fullUser(row, membership, false) : publicUser(row, membership)
  return { ...part, ...(input.id ? await publicCounts(ctx, row.id) : {}), status, waiting_signature }
}

/** Returns the caller's groups, with public fields only. */
export const readUserGroups = async (ctx: LoggedIn) => ({
  group: withoutFields(await listGroups(ctx, ctx.user.id), group["GET /group"].staffOnly),
})
