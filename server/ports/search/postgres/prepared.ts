import { createHash } from "node:crypto"

export type Statement = { text: string; values: unknown[] }

/** Each connection keeps the plan of every named statement, some 100 kB: rare shapes of queries stay without a name. */
const most = 64
const names = new Map<string, string>()

/**
 * The statement under a name of its own, so that a connection plans it once: that takes a millisecond, as long as finding what is rare.
 * The first shapes that people ask for are the frequent ones.
 */
export const prepared = (statement: Statement): Statement & { name?: string } => {
  const known = names.get(statement.text)
  if (known) return { ...statement, name: known }
  if (names.size >= most) return statement
  const name = `find-${createHash("sha256").update(statement.text).digest("base64url")}`
  names.set(statement.text, name)
  return { ...statement, name }
}
