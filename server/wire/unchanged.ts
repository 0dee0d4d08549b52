import { and, eq } from "drizzle-orm"
import type { Ctx } from "../context"
import type { VersionedRows } from "../db/versioned"
import { conflict } from "../errors"

/**
 * Refuses (409) to write over what somebody else has written since the caller read the row. `If-Match` names the row's `updated_at`
 * as it was read; `*` and no header at all mean: whatever it is. The row stays locked until the transaction ends, so of two who
 * write at once the second is refused. A row that is not there is the handler's matter.
 */
export const requireUnchanged = async (ctx: Ctx, { table, only }: VersionedRows, id: unknown): Promise<void> => {
  const wanted = ctx.request.if_match?.trim().replace(/^(?:W\/)?"(.*)"$/, "$1")
  if (!wanted || wanted === "*" || typeof id !== "number") return
  const [row] = await ctx.db
    .select({ updated_at: table.updated_at })
    .from(table)
    .where(and(eq(table.id, id), only))
    .for("update")
  const written = row?.updated_at
  if (written instanceof Date && written.getTime() !== Date.parse(wanted)) throw conflict("刚才有人改过这一条，你的修改还没有保存")
}
