import { createHash } from "node:crypto"

export type Statement = { text: string; values: unknown[] }

/**
 * Maximum number of named statements. Each connection caches the plan of every named statement, about 100 kB, so rare query shapes stay
 * unnamed.
 */
const most = 64
const names = new Map<string, string>()

/**
 * Names a statement, so that a connection plans it only once. Planning takes a millisecond, as long as finding a rare term. The first query
 * shapes that users send are the frequent ones.
 */
export const prepared = (statement: Statement): Statement & { name?: string } => {
  const existingName = names.get(statement.text)
  if (existingName) return { ...statement, name: existingName }
  if (names.size >= most) return statement
  const name = `find-${createHash("sha256").update(statement.text).digest("base64url")}`
  names.set(statement.text, name)
  return { ...statement, name }
}
