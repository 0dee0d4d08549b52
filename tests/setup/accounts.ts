import { desc, eq } from "drizzle-orm"
import { CodeType } from "../../lib/contract/people/verification.enums"
import { createCtx } from "../../server/context"
import { codeTable } from "../../server/modules/people/verification/verification.table"
import { sendMailJob } from "../../server/modules/people/verification/send-mail.jobs"
import { sendSmsJob } from "../../server/modules/people/verification/send-sms.jobs"
import { saveSettings } from "../../server/modules/site/settings/settings.usecases"
import type { TestApp } from "./test-app"

/* Shared by the tests of accounts: mail and SMS enabled, and the messages received. */

export const password = "correct horse 7"

export const switchOnMail = async (app: TestApp, verify = false) => {
  await saveSettings(createCtx(app), "email", {
    enable: true,
    host: "smtp.example.org",
    username: "library@example.org",
    from_name: "豆架文库",
  })
  await saveSettings(createCtx(app), "system", { domain: "https://wenku.example.org/" })
  await saveSettings(createCtx(app), "security", { enable_verify_register_email: verify })
}
export const switchOnSms = async (app: TestApp) => {
  await saveSettings(createCtx(app), "sms", { sms_provider: "smsHaomas" })
  // a captcha is always required, and this kind is the quickest to solve
  await saveSettings(createCtx(app), "captcha", { type: "digit" })
}

const newest = async (app: TestApp, address: string) => {
  const [row] = await app.database.db.select().from(codeTable).where(eq(codeTable.address, address)).orderBy(desc(codeTable.id)).limit(1)
  if (!row) throw new Error(`nothing was asked for ${address}`)
  return row
}

/** Runs the job of the newest request for this address; returns null if it sent nothing. */
export const mailTo = async (app: TestApp, address: string) => {
  const before = app.mail.sent.length
  await sendMailJob.run(createCtx(app), { code_id: (await newest(app, address)).id }, AbortSignal.timeout(5_000))
  return app.mail.sent[before] ?? null
}
export const smsTo = async (app: TestApp, mobile: string) => {
  const before = app.sms.sent.length
  await sendSmsJob.run(createCtx(app), { code_id: (await newest(app, mobile)).id }, AbortSignal.timeout(5_000))
  return app.sms.sent[before] ?? null
}
export const codeIn = (text: string | undefined) => /\d{6}/.exec(text ?? "")?.[0] ?? ""
/** Returns a different six-digit code. */
export const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0")
export const linkIn = (text: string | undefined) => new URL(/https?:\/\/\S+/.exec(text ?? "")?.[0] ?? "about:blank")

let places = 0
/** Returns an IP address of an unused neighbourhood, so that limits per network do not affect unrelated tests. */
export const elsewhere = () => `100.${64 + Math.floor(++places / 250)}.${places % 250}.1`
let numbers = 0
export const newMobile = () => `139${String(++numbers).padStart(8, "0")}`

const captchaPurposes: Record<number, "register" | "login" | "find_password"> = {
  [CodeType.register]: "register",
  [CodeType.login]: "login",
  [CodeType.find_password]: "find_password",
}
const solve = async (app: TestApp, type: number): Promise<{ captcha?: string; captcha_id?: string }> => {
  const purpose = captchaPurposes[type]
  if (!purpose) return {}
  const reply = await app.call("GET /user/captcha", { type: purpose, sms: true }, undefined, elsewhere())
  if (!reply.ok) throw new Error(reply.message)
  return { captcha: app.captcha.drawn.at(-1)!.answer, captcha_id: reply.data.id }
}
let solving: Promise<unknown> = Promise.resolve()
/** Returns the fields of a solved captcha that allows one SMS. One at a time, because the last one drawn is solved. */
export const solvedForSms = (app: TestApp, type: number) => {
  const solved = solving.then(() => solve(app, type))
  solving = solved.catch(() => undefined)
  return solved
}
/** Requests a code by SMS for an anonymous user, with a solved captcha. */
export const requestSms = async (app: TestApp, mobile: string, type: number, ip = elsewhere()) =>
  app.call("POST /sms", { mobile, type, ...(await solvedForSms(app, type)) }, undefined, ip)
/** Requests a code by SMS for an anonymous user and returns it. */
export const smsCode = async (app: TestApp, mobile: string, type: number) => {
  const reply = await requestSms(app, mobile, type)
  if (!reply.ok) throw new Error(reply.message)
  return (await smsTo(app, mobile))?.code ?? ""
}
