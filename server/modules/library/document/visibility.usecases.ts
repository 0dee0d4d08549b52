import { and, inArray } from "drizzle-orm"
import { DocumentVisibility } from "@/lib/contract/library/document.enums"
import { isHidden } from "@/lib/rules/library/document-status"
import type { LoggedIn } from "@/server/context"
import { forbidden, invalid } from "@/server/errors"
import { dropCounts, raiseCounts } from "../category/counts.usecases"
import { lockPeople } from "../../money/ledger/locks.usecases"
import { rewardPublication } from "../../money/ledger/rewards.usecases"
import { settingsOf } from "../../site/settings/settings.usecases"
import { announceDocuments } from "./announcement.usecases"
import { owns } from "./document.policy"
import { changeDocument, listCategoriesOf, lockDocuments, type DocumentRow } from "./document.repository"
import { documentTable } from "./document.table"
import {
  listAllGroups,
  listAllowedGroups,
  listGroupsOf,
  replaceAllowedGroups,
  strictestOfCategories,
  type ChoosableGroup,
} from "./visibility.repository"

const { everybody, groups } = DocumentVisibility

/** The visibility that a user chose for a document; nothing = the default. */
export type VisibilityChoice = { visibility?: number; group_id?: number[] }
/** A checked choice; `groups` is empty unless the visibility is `groups`. */
export type Audience = { visibility: number; groups: number[] }

/** Staff may choose any group, other users only their own groups. */
const choosable = (ctx: LoggedIn): Promise<ChoosableGroup[]> =>
  ctx.may("PUT /document/visibility") ? listAllGroups(ctx.db) : listGroupsOf(ctx.db, ctx.user.id)

/** Returns the visibility that the uploads of a member of these groups have: the mildest of all, like the need of a review. */
const mildestOf = (memberships: ChoosableGroup[]): number =>
  memberships.length ? Math.min(...memberships.map((group) => group.document_visibility)) : everybody

/** Returns the choices of the forms: the visibility of the caller's next upload, and the groups that they may choose. */
export const readVisibilityChoices = async (ctx: LoggedIn) => {
  const [memberships, offered] = await Promise.all([listGroupsOf(ctx.db, ctx.user.id), choosable(ctx)])
  return { visibility: mildestOf(memberships), group: offered.map(({ id, title }) => ({ id, title })) }
}

const checked = (choice: VisibilityChoice, offered: ReadonlySet<number>): Audience => {
  const visibility = choice.visibility ?? everybody
  if (visibility !== groups) return { visibility, groups: [] }
  const chosen = [...new Set(choice.group_id ?? [])]
  if (!chosen.length) throw invalid("请选择可以看到文档的用户组", "group_id")
  if (chosen.some((id) => !offered.has(id))) throw invalid("只能选择你所在的用户组", "group_id")
  return { visibility, groups: chosen }
}

/**
 * Returns a function that checks what an uploader chose for a document. Without a choice, the stricter of the strictest category and the
 * uploader's groups decides; for the visibility `groups` the uploader's own groups are then allowed.
 */
export const requireAudience = async (ctx: LoggedIn, lineage: number[]): Promise<(choice: VisibilityChoice) => Audience> => {
  // one after the other: the caller may be in a transaction, whose connection answers one query at a time
  const memberships = await listGroupsOf(ctx.db, ctx.user.id)
  const offered = await choosable(ctx)
  const category = await strictestOfCategories(ctx.db, lineage)
  const ids = new Set(offered.map(({ id }) => id))
  const visibility = Math.max(mildestOf(memberships), category)
  const preset = { visibility, groups: visibility === groups ? memberships.map(({ id }) => id) : [] }
  return (choice) => (choice.visibility === undefined ? preset : checked(choice, ids))
}

/** Updates the document counts of the categories: adds documents that became public, subtracts those that are no longer public. */
const moveBetweenCounts = async (ctx: LoggedIn, rows: DocumentRow[], visibility: number): Promise<void> => {
  const changed = rows.filter((row) => (row.visibility === everybody) !== (visibility === everybody)).map((row) => row.id)
  const links = (await listCategoriesOf(ctx.db, changed)).map((category) => category.id)
  await (visibility === everybody ? raiseCounts : dropCounts)(ctx, links)
}

/** A document that was uploaded with restricted visibility and becomes public is rewarded like an upload (docs/decisions/171, 280). */
const rewardFirstPublication = async (ctx: LoggedIn, rows: DocumentRow[]): Promise<void> => {
  const fresh = rows.filter((row) => row.in_first_review && !isHidden(row.status))
  if (!fresh.length) return
  await lockPeople(
    ctx,
    fresh.map((row) => row.user_id),
  )
  for (const row of fresh) {
    await rewardPublication(ctx, row.user_id, row)
    await changeDocument(ctx.db, row.id, { in_first_review: false })
  }
}

/** Sets the visibility of these documents, for their owner or staff: all or none. Unknown and deleted ones are left out. */
export const setDocumentsVisibility = async (ctx: LoggedIn, { document_id, ...choice }: VisibilityChoice & { document_id: number[] }) => {
  // Loads settings into memory before the transaction; inside it, loading would wait for a second connection.
  await settingsOf(ctx.app, "score")
  return ctx.tx(async (ctx) => {
    const rows = await lockDocuments(ctx.db, document_id)
    const permitted = ctx.may("PUT /document/visibility")
    if (!permitted && (!rows.length || !rows.every((row) => owns(ctx, row)))) throw forbidden("文档不存在或没有权限")
    const ids = rows.map((row) => row.id)
    const before = await listAllowedGroups(ctx.db, ids)
    // a group that staff chose, or that the owner has left, may stay
    const offered = new Set([...(await choosable(ctx)), ...before.map((one) => ({ id: one.group_id }))].map(({ id }) => id))
    const { visibility, groups: allowed } = checked(choice, offered)
    if (!ids.length) return {}
    await moveBetweenCounts(ctx, rows, visibility)
    await ctx.db
      .update(documentTable)
      .set({ visibility, updated_at: ctx.now() })
      .where(and(inArray(documentTable.id, ids)))
    await replaceAllowedGroups(ctx.db, ids, allowed)
    if (visibility === everybody) await rewardFirstPublication(ctx, rows)
    await announceDocuments(ctx, rows)
    return {}
  })
}
