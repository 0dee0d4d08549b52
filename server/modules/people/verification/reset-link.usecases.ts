import { CodeType } from "@/lib/contract/people/verification.enums"
import type { Ctx, Services } from "@/server/context"
import { invalid } from "@/server/errors"
import { signToken, verifyToken } from "@/server/security/token"
import { settingsOf } from "../../site/settings/settings.usecases"
import { spelledAddress } from "./code.rules"
import { listNewestCodes } from "./verification.repository"

/**
 * Returns the site's origin, only from the settings, since a request can claim any host.
 * @throws 400 until staff have filled it in
 */
export const siteOrigin = async (app: Services): Promise<string> => {
  const { domain } = await settingsOf(app, "system")
  const text = /^https?:\/\//i.test(domain.trim()) ? domain.trim() : `https://${domain.trim()}`
  if (!domain.trim() || !URL.canParse(text)) throw invalid("网站域名未设置，请联系管理员")
  return new URL(text).origin
}

export type Reset = { userId: number; codeId: number }

/** Returns `/findpassword?token=…&email=…`. The token is bound to one account and one row, and shares the row's address and expiry. */
export const resetLink = async (
  app: Services,
  origin: string,
  row: { id: number; address: string; expires_at: Date },
  userId: number,
): Promise<string> => {
  const token = await signToken(app.secret, "reset", { sub: String(userId), jti: String(row.id) }, row.expires_at, app.now())
  return `${origin}/findpassword?token=${token}&email=${encodeURIComponent(row.address)}`
}

/** Verifies a link's token; null if it is invalid or expired. */
export const readResetToken = async (app: Services, token: string): Promise<Reset | null> => {
  const claims = await verifyToken(app.secret, "reset", token, app.now())
  const [userId, codeId] = [Number(claims?.sub), Number(claims?.jti)]
  return Number.isSafeInteger(userId) && Number.isSafeInteger(codeId) ? { userId, codeId } : null
}

/** How many of the latest links are valid at once: mails may arrive out of order, and users open the first one they see. */
const validLinks = 2

/** Returns the row of a link: one of the last two for this address, not expired, and no link has been used since it was requested. */
export const findResetRow = async (ctx: Ctx, codeId: number, email: string): Promise<{ id: number } | null> => {
  const rows = await listNewestCodes(ctx.db, "mail", spelledAddress("mail", email), CodeType.find_password, validLinks)
  const row = rows.find(({ id }) => id === codeId)
  if (!row || row.expires_at <= ctx.now()) return null
  return rows.some(({ used_at }) => used_at && used_at >= row.created_at) ? null : { id: row.id }
}
