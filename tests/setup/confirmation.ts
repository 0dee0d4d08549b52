import { eq } from "drizzle-orm"
import { ErrorCode } from "../../lib/contract/error-code"
import type { Key } from "../../lib/contract/types"
import { sessionTable } from "../../server/modules/people/session/session.table"
import { password } from "./accounts"
import type { TestUser, TestApp } from "./test-app"

/** Sets the last password confirmation of all sessions of the user to this many minutes ago. */
export const confirmedAgo = async (app: TestApp, person: TestUser, minutes: number): Promise<void> => {
  const confirmed_at = new Date(app.now().getTime() - minutes * 60_000)
  await app.database.db.update(sessionTable).set({ confirmed_at }).where(eq(sessionTable.user_id, person.id))
  app.sessions.forgetAll()
}

/** Confirms the user's password; their session continues under the new token. */
export const confirmAs = async (app: TestApp, person: TestUser): Promise<void> => {
  const reply = await app.call("POST /user/confirm", { password }, person)
  if (!reply.ok) throw new Error(reply.message)
  person.token = reply.data.token
}

/** Checks whether the call is refused only because a confirmation is missing. */
export const wantsConfirmation = async (app: TestApp, key: Key, input: unknown, as: TestUser): Promise<boolean> => {
  const reply = await app.dispatch(key, input, { id: "test", ip: "203.0.113.7", user_agent: "test", token: as.token })
  return !reply.ok && reply.body.code === ErrorCode.confirmationRequired
}
