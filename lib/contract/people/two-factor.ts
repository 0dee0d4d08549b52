import { z } from "zod"
import { area, perHour } from "../area"
import { bool, filled, flag, id, many, nothing, num, str, text, time } from "../schema"

/** The result of a browser's WebAuthn call, as JSON text (`PublicKeyCredential.toJSON`, W3C WebAuthn Level 3). */
const answered = z.string({ error: "通行密钥的内容不正确" }).max(20_000, { error: "通行密钥的内容不正确" })

/**
 * The second factor of a login, sent in the same call: a code from the authenticator app, a recovery code, or a passkey result.
 * If a second factor is set up and missing here: 400 with the code `factorRequired`.
 */
export const factorFields = { otp: text(64, "两步验证码").optional(), passkey: answered.optional() }

export const Passkey = z.object({ id: num, name: str, created_at: time, last_used_at: time })

/** Newly created recovery codes, returned only once; empty if some existed already. */
const Codes = z.object({ recovery_code: many(z.string()) })

export const twoFactor = area({
  "GET /user/factor": {
    title: "我的两步验证",
    access: "login",
    allowedWhileClosed: true,
    allowedWithoutFactor: true,
    input: z.object({}),
    output: z.object({
      /** true if an authenticator app is set up */
      totp: flag,
      passkey: many(Passkey),
      /** the number of unused recovery codes */
      recovery_code_count: num,
      /** true if the site requires a second factor from this user (`security.staff_two_factor`) */
      required: flag,
      /** true if passkeys work at this site: its address is set and is not an IP address */
      passkeys: flag,
    }),
  },
  "POST /user/totp": {
    title: "开始设置验证器",
    access: "login",
    allowedWhileClosed: true,
    confirmed: true,
    allowedWithoutFactor: true,
    conflicts: true,
    limit: perHour(60, "person"),
    input: z.object({}),
    /** `secret` in base32 for manual entry, `uri` for the QR code */
    output: z.object({ secret: z.string(), uri: z.string() }),
  },
  "PUT /user/totp": {
    title: "开启验证器",
    access: "login",
    allowedWhileClosed: true,
    confirmed: true,
    allowedWithoutFactor: true,
    conflicts: true,
    limit: perHour(60, "person"),
    secretInput: true,
    input: z.object({ otp: filled(64, "验证器上的六位数字") }),
    output: Codes,
  },
  "DELETE /user/totp": {
    title: "关闭验证器",
    access: "login",
    confirmed: true,
    allowedWithoutFactor: true,
    missing: true,
    input: z.object({}),
    output: nothing,
  },
  "POST /user/passkey/begin": {
    title: "开始添加通行密钥",
    access: "login",
    allowedWhileClosed: true,
    confirmed: true,
    allowedWithoutFactor: true,
    limit: perHour(60, "person"),
    input: z.object({}),
    /** input of the browser's `create`, as JSON text */
    output: z.object({ options: z.string() }),
  },
  "POST /user/passkey": {
    title: "添加通行密钥",
    access: "login",
    allowedWhileClosed: true,
    confirmed: true,
    allowedWithoutFactor: true,
    conflicts: true,
    limit: perHour(60, "person"),
    input: z.object({ name: filled(64, "通行密钥的名称"), passkey: answered }),
    output: Codes.extend({ id: num }),
  },
  "PUT /user/passkey": {
    title: "给通行密钥改名",
    access: "login",
    allowedWithoutFactor: true,
    input: z.object({ id, name: filled(64, "通行密钥的名称") }),
    output: nothing,
  },
  "DELETE /user/passkey": {
    title: "删除通行密钥",
    access: "login",
    confirmed: true,
    allowedWithoutFactor: true,
    input: z.object({ id }),
    output: nothing,
  },
  "POST /user/recovery": {
    title: "换一组恢复代码",
    access: "login",
    confirmed: true,
    allowedWithoutFactor: true,
    limit: perHour(30, "person"),
    input: z.object({}),
    output: Codes,
  },
  "POST /user/login/passkey/begin": {
    title: "开始用通行密钥登录",
    access: "public",
    allowedWhileFull: true,
    allowedWhileClosed: true,
    limit: perHour(240),
    /** `alone`: the passkey replaces name and password, so the authenticator must verify the user */
    input: z.object({ alone: bool.optional() }),
    /** input of the browser's `get`, as JSON text */
    output: z.object({ options: z.string() }),
  },
})
