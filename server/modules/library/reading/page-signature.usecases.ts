import { isOpen } from "@/lib/rules/library/document-visibility"
import type { CurrentUser, LoggedIn, Services } from "@/server/context"
import { derivedKey } from "@/server/security/derived-key"
import { requireReadable } from "../document/access.policy"
import { lastReadablePage } from "../document/document.policy"
import { withFactorRights } from "../../people/two-factor/staff-factor.policy"
import { signatureMs, signPage, verifyPage } from "./page-signature.rules"

const maxPages = 200

const keys = new WeakMap<Services, Buffer>()
const keyOf = (app: Services): Buffer => {
  const key = keys.get(app) ?? derivedKey(app.secret, "page images")
  keys.set(app, key)
  return key
}

/**
 * Signs the image addresses of at most 200 pages from `page` on: those that the caller may read and visitors may not. An access token gets
 * none, because its Bearer header shows every image.
 */
export const signPages = async (ctx: LoggedIn, { uuid, page, size }: { uuid: string; page: number; size?: number }) => {
  const { row, last } = await requireReadable(ctx, { uuid })
  const until = ctx.now().getTime() + signatureMs
  const from = Math.max(page, isOpen(row) ? lastReadablePage(row) + 1 : 1)
  const to = ctx.user.scopes ? 0 : Math.min(last, page + Math.min(Math.max(size || maxPages, 1), maxPages) - 1)
  const pages = Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)
  const signed = { uuid: row.uuid, version: row.version, session: ctx.user.jti, until }
  return {
    version: row.version,
    expires_at: new Date(until),
    signature: pages.map((page) => ({ page, sign: signPage(keyOf(ctx.app), { ...signed, page }) })),
  }
}

export type SignedRequest = { uuid: string; page: number; version: number; sign: string }

/** Finds the user of a signed address and until when it is valid (ms); null if the signature is wrong or its session has ended. */
export const findSigner = async (
  app: Services,
  { sign, ...signed }: SignedRequest,
): Promise<{ user: CurrentUser; until: number } | null> => {
  const verified = verifyPage(keyOf(app), sign, signed, app.now())
  const user = verified && (await withFactorRights(app, await app.sessions.findOpen(verified.session)))
  return user ? { user, until: verified.until } : null
}
