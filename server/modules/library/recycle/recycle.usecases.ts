import { isForEverybody } from "@/lib/rules/library/document-visibility"
import type { Ctx, LoggedIn } from "@/server/context"
import { listDeletedIds, lockDeleted } from "@/server/db/recycled"
import { forbidden } from "@/server/errors"
import { raiseCounts } from "../category/counts.usecases"
import { withRelations } from "../document/document-answers.usecases"
import { documentTable } from "../document/document.table"
import { purgeDocumentRows, undeleteDocuments } from "../document/removal.usecases"
import { purgeFilesJob } from "../files/files.jobs"
import { lockPeople } from "../../money/ledger/locks.usecases"
import { returnDeletion } from "../../money/ledger/rewards.usecases"
import { importedAtName, readKept } from "../../site/settings/internal-texts.usecases"
import { settingsOf } from "../../site/settings/settings.usecases"
import { changeUserCounts } from "../../people/user/people.usecases"
import { publicUsers } from "../../people/user/user.usecases"
import { listDeleted, listLinkedCategories, type DeletedFilter, type DeletedRow } from "./recycle.repository"

const dayMs = 86_400_000

/**
 * Returns the user's deleted documents; for staff those of all users, or only their own with `own`. Each has the time when it will be
 * permanently deleted.
 */
export const readRecycled = async (ctx: LoggedIn, { own: ownOnly, ...filter }: DeletedFilter & { own: boolean }) => {
  const permitted = ctx.may("GET /document/recycle") && !ownOnly
  const [{ rows, total }, { recycle_days }] = await Promise.all([
    listDeleted(ctx.db, filter, permitted ? null : ctx.user.id),
    settingsOf(ctx.app, "security"),
  ])
  const [documents, people] = await Promise.all([
    withRelations(ctx, rows),
    publicUsers(
      ctx,
      rows.map((row) => row.deleted_user_id),
    ),
  ])
  return {
    total,
    document: documents.map((one) => ({
      ...one,
      // a deleted document reveals no data, not even its cover
      cover: "",
      deleted_username: people.get(one.deleted_user_id)?.username ?? "",
      purge_at: one.deleted_at && new Date(one.deleted_at.getTime() + recycle_days * dayMs),
    })),
  }
}

/** Checks ownership. Documents deleted by staff can only be restored or purged by staff. */
const requireOwn = (ctx: Ctx, rows: DeletedRow[], permitted: boolean) => {
  if (!rows.length || (!permitted && rows.some((row) => row.user_id !== ctx.user?.id))) throw forbidden("文档不存在或没有权限")
  if (!permitted && rows.some((row) => row.deleted_user_id !== row.user_id))
    throw forbidden("工作人员删除的文档不能自己处理，有疑问请联系我们")
}

/**
 * Restores documents with their status. Counters increase again and the credits charged for the deletion are refunded
 * (docs/reference/api.md 6.5).
 */
export const restoreDocuments = (ctx: LoggedIn, { id }: { id: number[] }) =>
  ctx.tx(async (ctx) => {
    const rows = await lockDeleted(ctx.db, documentTable, id)
    requireOwn(ctx, rows, ctx.may("PUT /document/recycle"))
    const ids = rows.map((row) => row.id)
    const owners = [...new Set(rows.map((row) => row.user_id))]
    await lockPeople(ctx, owners)
    await undeleteDocuments(ctx, ids, ctx.now())
    for (const owner of owners.toSorted((a, b) => a - b))
      await changeUserCounts(ctx, [owner], { doc_count: rows.filter((row) => row.user_id === owner).length })
    for (const row of rows) if (row.deleted_at) await returnDeletion(ctx, row.user_id, row, row.deleted_at)
    await raiseCounts(
      ctx,
      await listLinkedCategories(
        ctx.db,
        rows.filter(isForEverybody).map((row) => row.id),
      ),
    )
    for (const row of rows) await ctx.changed("document", row.uuid, row.user_id)
    return {}
  })

export const purgeDocuments = (ctx: LoggedIn, { id }: { id: number[] }) =>
  ctx.tx(async (ctx) => {
    const rows = await lockDeleted(ctx.db, documentTable, id)
    requireOwn(ctx, rows, ctx.may("DELETE /document/recycle"))
    await purge(ctx, rows)
    return {}
  })

/** Purges deleted documents without a check of their owner. */
export const purgeDocumentIds = async (ctx: Ctx, ids: number[]): Promise<void> => {
  if (ids.length) await purge(ctx, await lockDeleted(ctx.db, documentTable, ids))
}

export const purgeAllDocuments = (ctx: LoggedIn) =>
  ctx.tx(async (ctx) => {
    while (await purgeSome(ctx)) continue
    return {}
  })

/** Purges documents deleted more days ago than the setting allows, in batches. */
export const purgeExpired = async (ctx: Ctx, stopped: () => boolean): Promise<void> => {
  const { recycle_days } = await settingsOf(ctx.app, "security")
  const before = new Date(ctx.now().getTime() - recycle_days * dayMs)
  // after a takeover, staff get a full period to look through the recycle bin of the old site
  const importedAt = await readKept(ctx, importedAtName)
  if (importedAt && new Date(importedAt) > before) return
  while (!stopped() && (await ctx.tx((ctx) => purgeSome(ctx, before)))) continue
}

const purgeSome = async (ctx: Ctx, before?: Date): Promise<boolean> => {
  const rows = await lockDeleted(ctx.db, documentTable, await listDeletedIds(ctx.db, documentTable, 500, before))
  await purge(ctx, rows)
  return rows.length > 0
}

const purge = async (ctx: Ctx, rows: DeletedRow[]): Promise<void> => {
  if (!rows.length) return
  await purgeDocumentRows(ctx, rows, ctx.now())
  await ctx.enqueue(purgeFilesJob, {}, { key: "purge" })
}
