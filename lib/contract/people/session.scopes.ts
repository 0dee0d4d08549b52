import { account } from "./account"
import type { Area, Conditions } from "../area"
import { article } from "../articles/article"
import { captcha } from "./captcha"
import { comment } from "../community/comment"
import { document } from "../library/document"
import { favorite } from "../community/favorite"
import { instantUpload } from "../library/instant-upload"
import { notification } from "../community/notification"
import { oauth } from "./oauth"
import { privacy } from "./privacy"
import { reading } from "../library/reading"
import { recycle } from "../library/recycle"
import { report } from "../community/report"
import { sharing } from "../library/sharing"
import { session } from "./session"
import { sign } from "../money/sign-in"
import type { TokenScope } from "./session.token-scopes"
import { twoFactor } from "./two-factor"
import { verification } from "./verification"

/** Areas that open, verify or close an account: an access token never has access to them, not even to read. */
const closed: Area[] = [account, session, twoFactor, captcha, verification, oauth, privacy]
/** The scope that writing in each area requires. Tokens cannot write in areas that are not listed here. */
const writing: [Area, TokenScope][] = [
  [document, "document"],
  [recycle, "document"],
  [sharing, "document"],
  [instantUpload, "document"],
  [article, "article"],
  [comment, "interact"],
  [favorite, "interact"],
  [reading, "interact"],
  [report, "interact"],
  [notification, "interact"],
  [sign, "interact"],
]

const closedKeys = new Set(closed.flatMap((area) => Object.keys(area)))
const writes = new Map(writing.flatMap(([area, scope]) => Object.keys(area).map((key) => [key, scope] as const)))

/**
 * Returns the scope that an access token needs for a call or stream, or null if no token may use it. It is derived from the area and
 * method, unless the entry overrides it (`scope`).
 */
export const scopeOf = (key: string, entry: Pick<Conditions, "access" | "confirmed" | "scope">): TokenScope | null => {
  if (entry.confirmed) return null
  if (entry.scope !== undefined) return entry.scope
  if (closedKeys.has(key)) return null
  if (entry.access === "permission") return "admin"
  return key.startsWith("GET ") ? "read" : (writes.get(key) ?? null)
}
