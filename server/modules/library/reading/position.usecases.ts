import type { LoggedIn } from "@/server/context"
import { invalid } from "@/server/errors"
import { requireReadable } from "../document/access.policy"
import { findPosition, listUnfinished, upsertPosition } from "./position.repository"

/** Stores the page at which the user stopped reading. */
export const keepPosition = async (ctx: LoggedIn, { uuid, page }: { uuid: string; page: number }) => {
  const { row } = await requireReadable(ctx, { uuid })
  if (row.pages > 0 && page > row.pages) throw invalid("页码不正确", "page")
  await upsertPosition(ctx.db, { user_id: ctx.user.id, document_id: row.id, page, updated_at: ctx.now() })
  return {}
}

/** Returns the user's reading position; page 0 if the user has not read the document yet. */
export const readPosition = async (ctx: LoggedIn, { uuid }: { uuid: string }) => {
  const { row } = await requireReadable(ctx, { uuid })
  return (await findPosition(ctx.db, { user_id: ctx.user.id, document_id: row.id })) ?? { page: 0, updated_at: null }
}

const maxPositions = 60

/** Returns the documents that the user has begun and not finished, the last read first; at most `size`, by default twelve. */
export const listPositions = async (ctx: LoggedIn, { size = 12 }: { size?: number }) => ({
  position: await listUnfinished(ctx.db, ctx.user, Math.min(maxPositions, Math.max(1, size))),
})
