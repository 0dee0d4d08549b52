import { CodeType } from "@/lib/contract/further-enums"
import type { Ctx, Services } from "@/server/context"
import { invalid } from "@/server/errors"
import { signToken, verifyToken } from "@/server/security/token"
import { settingsOf } from "../../site/settings/settings.usecases"
import { spelledAddress } from "./code.rules"
import { listNewestCodes } from "./verification.repository"

/**
 * The site's own origin, from the setting alone: what a request says of its host is anybody's to choose.
 * @throws 400 as long as staff has not filled it in
 */
export const siteOrigin = async (app: Services): Promise<string> => {
  const { domain } = await settingsOf(app, "system")
  const text = /^https?:\/\//i.test(domain.trim()) ? domain.trim() : `https://${domain.trim()}`
  if (!domain.trim() || !URL.canParse(text)) throw invalid("网站域名未设置，请联系管理员")
  return new URL(text).origin
}

export type Reset = { userId: number; codeId: number }

/** `/findpassword?token=…&email=…`; the token is for one account and one row, whose address and time it shares. */
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

/** How many of the last links are valid at once: mails overtake each other, and people open the first that they see. */
const validLinks = 2

/** The row behind a link: one of the last two for this address, in time, and no link has been used since it was asked for. */
export const findResetRow = async (ctx: Ctx, codeId: number, email: string): Promise<{ id: number } | null> => {
  const rows = await listNewestCodes(ctx.db, "mail", spelledAddress("mail", email), CodeType.find_password, validLinks)
  const row = rows.find(({ id }) => id === codeId)
  if (!row || row.expires_at <= ctx.now()) return null
  return rows.some(({ used_at }) => used_at && used_at >= row.created_at) ? null : { id: row.id }
}
