import { callOf } from "@/lib/contract/contract"
import { streams, type StreamKey } from "@/lib/contract/streams"
import type { Key } from "@/lib/contract/types"
import type { LoggedIn } from "@/server/context"
import { appendAudit } from "./chain.usecases"
import { maskedInput } from "./mask.rules"
import { comparedSubjects, findSubjects } from "./subject.usecases"

type Compared = ReturnType<typeof comparedSubjects>

/** Adds an entry to the audit log. Call it in the transaction of the change, as its last step (`chain.usecases.ts`). */
export const writeAudit = (
  ctx: LoggedIn,
  key: Key | StreamKey,
  input: unknown,
  { objects, changes }: Compared = { objects: [], changes: [] },
): Promise<void> => {
  const call = callOf(key)
  const { ip, user_agent, id: request } = ctx.request
  return ctx.tx(({ db }) =>
    appendAudit(db, ctx.app.secret, {
      user_id: ctx.user.id,
      username: ctx.user.username,
      call: key,
      title: call?.title ?? streams[key as StreamKey]?.title ?? "",
      input: maskedInput(key, input, call?.secretInput === true),
      objects,
      changes,
      ip: ip.slice(0, 64),
      user_agent: user_agent.slice(0, 512),
      request: request.slice(0, 64),
    }),
  )
}

/**
 * Runs a staff call and records who changed what, before and after (docs/decisions/092). Rows are read in the transaction of the change, if
 * there is one, without locks: of two concurrent changes the later may have read values that the earlier one overwrote.
 */
export const recorded = async <T>(ctx: LoggedIn, key: Key, input: unknown, work: () => Promise<T>): Promise<T> => {
  const before = await findSubjects(ctx.db, key, input, null)
  const data = await work()
  await writeAudit(ctx, key, input, comparedSubjects(before, await findSubjects(ctx.db, key, input, data ?? {})))
  return data
}
