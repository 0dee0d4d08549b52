import { and, eq } from "drizzle-orm"
import type { Ctx } from "../context"
import type { VersionedRows } from "../db/versioned"
import { conflict } from "../errors"

/**
 * Refuses (409) to overwrite a change that another user made after the caller read the row. `If-Match` contains the row's `updated_at` as
 * it was read; `*` or no header matches any version.
 * The row stays locked until the transaction ends, so the second of two simultaneous writers is refused. A missing row is left to the
 * handler.
 */
export const requireUnchanged = async (ctx: Ctx, { table, only }: VersionedRows, id: unknown): Promise<void> => {
  const expectedVersion = ctx.request.if_match?.trim().replace(/^(?:W\/)?"(.*)"$/, "$1")
  if (!expectedVersion || expectedVersion === "*" || typeof id !== "number") return
  const [row] = await ctx.db
    .select({ updated_at: table.updated_at })
    .from(table)
    .where(and(eq(table.id, id), only))
    .for("update")
  const written = row?.updated_at
  if (written instanceof Date && written.getTime() !== Date.parse(expectedVersion)) throw conflict("刚才有人改过这一条，你的修改还没有保存")
}
