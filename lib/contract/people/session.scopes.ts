import { account } from "./account"
import type { Area, Conditions } from "../area"
import { article } from "../articles/article"
import { captcha } from "./captcha"
import { comment } from "../community/comment"
import { document } from "../library/document"
import { favorite } from "../community/favorite"
import { instantUpload } from "../library/instant-upload"
import { oauth } from "./oauth"
import { privacy } from "./privacy"
import { reading } from "../library/reading"
import { recycle } from "../library/recycle"
import { report } from "../community/report"
import { session } from "./session"
import { sign } from "../money/sign-in"
import type { TokenScope } from "./session.token-scopes"
import { twoFactor } from "./two-factor"
import { verification } from "./verification"

/** Whatever opens, proves or ends an account: a token never gets there, not even to read. */
const closed: Area[] = [account, session, twoFactor, captcha, verification, oauth, privacy]
/** What writing in an area asks for; areas that are not named here take no writing from tokens. */
const writing: [Area, TokenScope][] = [
  [document, "document"],
  [recycle, "document"],
  [instantUpload, "document"],
  [article, "article"],
  [comment, "interact"],
  [favorite, "interact"],
  [reading, "interact"],
  [report, "interact"],
  [sign, "interact"],
]

const closedKeys = new Set(closed.flatMap((area) => Object.keys(area)))
const writes = new Map(writing.flatMap(([area, scope]) => Object.keys(area).map((key) => [key, scope] as const)))

/**
 * The scope with which an access token may use a call or stream; null where none may. Derived from area and method; an entry that differs says
 * so itself (`scope`).
 */
export const scopeOf = (key: string, entry: Pick<Conditions, "access" | "confirmed" | "scope">): TokenScope | null => {
  if (entry.confirmed) return null
  if (entry.scope !== undefined) return entry.scope
  if (closedKeys.has(key)) return null
  if (entry.access === "permission") return "admin"
  return key.startsWith("GET ") ? "read" : (writes.get(key) ?? null)
}
