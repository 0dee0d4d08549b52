import { and, inArray, isNull, ne } from "drizzle-orm"
import type { Ctx, LoggedIn } from "@/server/context"
import { settingsOf } from "../../site/settings/settings.usecases"
import { announceDocuments } from "./announcement.usecases"
import { lockDocuments } from "./document.repository"
import { documentTable as t } from "./document.table"

/** Checks whether the site has memberships, so that documents can be free for members. */
export const offersVip = async (ctx: Ctx): Promise<boolean> => (await settingsOf(ctx.app, "vip")).enable

/**
 * Sets for many documents whether members download them free. Staff can do this before memberships are enabled, so that members find
 * documents on the first day. Deleted and unknown ones are left unchanged (docs/reference/api.md 2.5).
 */
export const setDocumentsVip = (ctx: LoggedIn, { document_id, is_vip }: { document_id: number[]; is_vip: boolean }) =>
  ctx.tx(async (ctx) => {
    await lockDocuments(ctx.db, document_id)
    const rows = await ctx.db
      .update(t)
      .set({ is_vip, updated_at: ctx.now() })
      .where(and(inArray(t.id, document_id), isNull(t.deleted_at), ne(t.is_vip, is_vip)))
      .returning({ uuid: t.uuid })
    await announceDocuments(ctx, rows)
    return {}
  })
