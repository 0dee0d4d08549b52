import { and, desc, eq, gt, inArray, isNull, or } from "drizzle-orm"
import type { ProgressEvent } from "@/lib/contract/streams"
import { convertingStatuses } from "@/lib/rules/library/document-status"
import type { LoggedIn } from "@/server/context"
import { documentTable as t } from "./document.table"

/** Conversions that ended within this time are reported too, because a client may have read them as running (ms). */
const recentMs = 120_000

/** Returns the state of the user's conversions, sent when a stream begins. */
export const listProgress = (ctx: LoggedIn): Promise<ProgressEvent[]> =>
  ctx.db
    .select({
      id: t.id,
      uuid: t.uuid,
      title: t.title,
      status: t.status,
      pages: t.pages,
      converted_pages: t.converted_pages,
      convert_error: t.convert_error,
    })
    .from(t)
    .where(
      and(
        eq(t.user_id, ctx.user.id),
        isNull(t.deleted_at),
        or(inArray(t.status, convertingStatuses), t.draw_in_review, gt(t.updated_at, new Date(ctx.now().getTime() - recentMs))),
      ),
    )
    .orderBy(desc(t.id))
    .limit(100)
