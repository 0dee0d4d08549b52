import { createHmac, randomUUID, timingSafeEqual } from "node:crypto"
import { eq } from "drizzle-orm"
import { pictureLimits } from "@/lib/contract/people/captcha"
import type { Input, Output } from "@/lib/contract/types"
import type { Ctx, Services } from "@/server/context"
import { invalid } from "@/server/errors"
import { normalAnswer } from "@/server/ports/captcha/answer"
import { CAPTCHA_MINUTES, type CaptchaKind } from "@/server/ports/captcha/captcha.port"
import { settingsOf } from "../../site/settings/settings.usecases"
import { captchaTable } from "./captcha.table"

export type CaptchaType = Input<"GET /user/captcha">["type"]
/** The captcha fields of a form; absent if none is required. */
export type CaptchaAnswer = { captcha?: string; captcha_id?: string }

const kinds = ["digit", "string", "math", "audio", "pow"] as const satisfies CaptchaKind[]
const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

const isAsked = async (app: Services, purpose: CaptchaType): Promise<boolean> =>
  (await settingsOf(app, "security"))[`enable_captcha_${purpose}`]

/** The picture captcha offered instead of a proof of work. */
const pictureKind = "digit"

/**
 * Returns the configured kind; an unknown value falls back to one that works everywhere. Clients that cannot do a proof of work get a
 * picture, if the settings allow it.
 */
const settingsFor = async (app: Services, pow: boolean) => {
  const { type, enable_picture, ...size } = await settingsOf(app, "captcha")
  const kind: CaptchaKind = kinds.find((kind) => kind === type) ?? pictureKind
  const instead = kind === "pow" && !pow && enable_picture
  return { ...size, type: instead ? pictureKind : kind, instead }
}

/** Checks whether a picture was issued instead of a proof of work. */
const isInstead = async (app: Services, kind: string): Promise<boolean> =>
  kind !== "pow" && (await settingsOf(app, "captcha")).type === "pow"

/** Returns the type for the page: a picture, a sound, or a calculation. */
const shownAs = (kind: CaptchaKind) => (kind === "audio" || kind === "pow" ? kind : "image")

/** Hashes an answer, salted with the row's id, so that equal answers differ. */
const seal = (app: Services, id: string, answer: string) => createHmac("sha256", app.secret).update(`captcha ${id} ${answer}`).digest("hex")

/** Creates a captcha for one purpose; `enable` is false if captchas are switched off, unless it is for an SMS (docs/reference/api.md 1.8). */
export const drawCaptcha = async (
  ctx: Ctx,
  { type: purpose, pow = false, sms = false }: { type: CaptchaType; pow?: boolean; sms?: boolean },
): Promise<Partial<Output<"GET /user/captcha">>> => {
  const { instead, ...settings } = await settingsFor(ctx.app, pow)
  const type = shownAs(settings.type)
  if (!sms && !(await isAsked(ctx.app, purpose))) return { enable: false, type }
  if (instead) await ctx.app.admit("captcha-picture-drawn", pictureLimits.drawn, ctx)
  const drawn = await ctx.app.captcha.draw(settings)
  const id = randomUUID()
  await ctx.db.insert(captchaTable).values({
    id,
    purpose,
    kind: settings.type,
    answer: seal(ctx.app, id, drawn.answer),
    spoken: drawn.spoken ? seal(ctx.app, id, drawn.spoken) : "",
    challenge: drawn.challenge ? { ...drawn.challenge } : null,
    expires_at: new Date(ctx.now().getTime() + CAPTCHA_MINUTES * 60_000),
  })
  return {
    enable: true,
    id,
    type,
    captcha: drawn.media,
    audio: drawn.audio ?? "",
    challenge: drawn.challenge ? { ...drawn.challenge } : null,
  }
}

/**
 * Fails with 400 unless the captcha of this purpose was solved, if the settings require one or it `isRequired` anyway. Every attempt
 * consumes the captcha, even if the rest of the request fails: the deletion is not part of the caller's transaction, so call it before one
 * begins.
 */
export const requireCaptcha = async (
  ctx: Ctx,
  purpose: CaptchaType,
  { captcha = "", captcha_id = "" }: CaptchaAnswer,
  { sentWith = "", isRequired = false }: { sentWith?: string; isRequired?: boolean } = {},
): Promise<void> => {
  const { app, now } = ctx
  if (!isRequired && !(await isAsked(app, purpose))) return
  if (!captcha || !captcha_id) throw invalid("请输入验证码", "captcha")
  const [row] = uuid.test(captcha_id) ? await app.database.db.delete(captchaTable).where(eq(captchaTable.id, captcha_id)).returning() : []
  if (!row || row.expires_at <= now()) throw invalid("验证码错误", "captcha")
  if (sentWith && row.purpose === keptFor(purpose)) {
    if (!isSealed(row.answer, seal(app, row.id, keptAnswer(sentWith, captcha)))) throw invalid("验证码错误", "captcha")
    return
  }
  if (row.purpose !== purpose || !(await solves(app, row, captcha))) throw invalid("验证码错误", "captcha")
  if (await isInstead(app, row.kind)) await app.admit("captcha-picture-solved", pictureLimits.solved, ctx)
}

/** The purpose of a solved captcha that can be submitted once more. */
const keptFor = (purpose: CaptchaType) => `${purpose}-again`
const keptAnswer = (sentWith: string, captcha: string) => `${sentWith.toLowerCase()} ${captcha}`

/**
 * Allows a solved captcha to be submitted once more with the same address or name, for forms that make two requests: the code by mail and
 * the registration (existing clients use one captcha for both), or a login and its second factor.
 */
export const keepCaptcha = async (
  { app, db, now }: Ctx,
  purpose: Extract<CaptchaType, "register" | "login">,
  sentWith: string,
  { captcha = "", captcha_id = "" }: CaptchaAnswer,
): Promise<void> => {
  if (!(await isAsked(app, purpose)) || !uuid.test(captcha_id)) return
  const expires_at = new Date(now().getTime() + CAPTCHA_MINUTES * 60_000)
  const answer = seal(app, captcha_id.toLowerCase(), keptAnswer(sentWith, captcha))
  await db
    .insert(captchaTable)
    .values({ id: captcha_id, purpose: keptFor(purpose), kind: keptFor(purpose), answer, expires_at })
    .onConflictDoNothing()
}

const isSealed = (sealed: string, other: string) => sealed !== "" && timingSafeEqual(Buffer.from(sealed), Buffer.from(other))

const solves = async (app: Services, row: typeof captchaTable.$inferSelect, given: string): Promise<boolean> => {
  const kind = kinds.find((one) => one === row.kind)
  if (!kind) return false
  if (kind === "pow") return row.challenge !== null && app.captcha.verifyPow(row.challenge, given)
  const fits = (sealed: string, as: CaptchaKind) => {
    const answer = normalAnswer(as, given)
    return answer !== "" && isSealed(sealed, seal(app, row.id, answer))
  }
  return fits(row.answer, kind) || fits(row.spoken, "audio")
}
