import { z } from "zod"
import { area, perHour } from "./area"
import { CodeType } from "./enums"
import { filled, flag, int, nothing, str, text } from "./schema"
import { email, mobile, password, User, username } from "./user"

export const Session = z.object({ token: z.string(), user: User })

/** Sent along by every form that a captcha may guard. A proof of work is a long text. */
const captcha = { captcha: text(4096, "验证码").optional(), captcha_id: text(64, "验证码").optional() }
const codeType = int.refine((value) => CodeType.options.some((option) => option.value === value), { error: "验证码类型不正确" })
const purposes = ["register", "login", "comment", "find_password"] as const

export const account = area({
  "POST /user/register": {
    title: "注册",
    access: "public",
    limit: perHour(20),
    allowedWhileClosed: true,
    secretInput: true,
    input: z.object({ username, password, email, code: text(16, "邮箱验证码").optional(), ...captcha }),
    output: Session,
  },
  "POST /user/login": {
    title: "登录",
    access: "public",
    limit: { points: 120, seconds: 300, by: "place" },
    allowedWhileClosed: true,
    secretInput: true,
    /** `username` is a name, an e-mail address or a mobile number */
    input: z.object({
      username: text(64, "用户名").pipe(z.string().min(1, { error: "请输入您的登录用户名" })),
      password: z.string({ error: "请输入密码" }).min(1, { error: "请输入密码" }).max(128, { error: "用户名或密码错误" }),
      ...captcha,
    }),
    output: Session,
  },
  "POST /user/register/mobile": {
    title: "手机注册",
    access: "public",
    limit: perHour(20),
    allowedWhileClosed: true,
    secretInput: true,
    input: z.object({ mobile, code: filled(16, "短信验证码"), password: z.union([z.literal(""), password]).optional() }),
    output: Session,
  },
  "POST /user/login/mobile": {
    title: "短信登录",
    access: "public",
    limit: perHour(60),
    allowedWhileClosed: true,
    secretInput: true,
    input: z.object({ mobile, code: filled(16, "短信验证码") }),
    output: Session,
  },
  "DELETE /user/logout": { title: "退出登录", access: "public", allowedWhileClosed: true, input: z.object({}), output: nothing },
  "GET /user/captcha": {
    title: "获取验证码",
    access: "public",
    limit: { points: 120, seconds: 300, by: "place" },
    allowedWhileClosed: true,
    input: z.object({ type: z.enum(purposes, { error: "不支持的验证码类型" }), t: z.unknown().optional() }),
    /** `captcha` = data URI of a picture or a sound; `audio` = the same to listen to; `challenge` = a proof of work */
    output: z.object({
      enable: flag,
      id: str,
      captcha: str,
      type: str,
      audio: str,
      challenge: z.record(z.string(), z.unknown()).nullable().default(null),
    }),
  },
  "POST /user/email/code": {
    title: "发送邮箱验证码",
    access: "public",
    limit: perHour(30),
    allowedWhileClosed: true,
    secretInput: true,
    input: z.object({ email, type: codeType.optional(), ...captcha }),
    output: nothing,
  },
  "POST /sms": {
    title: "发送短信验证码",
    access: "public",
    limit: perHour(30),
    allowedWhileClosed: true,
    secretInput: true,
    input: z.object({ mobile, type: codeType, ...captcha }),
    /** always true, so that the answer tells nothing about a number (docs/decisions/018) */
    output: z.object({ is_registered: flag }),
  },
  "POST /user/findpassword/stepone": {
    title: "找回密码：发送邮件",
    access: "public",
    limit: perHour(30),
    allowedWhileClosed: true,
    secretInput: true,
    input: z.object({ email, ...captcha }),
    output: nothing,
  },
  "PUT /user/findpassword/steptwo": {
    title: "找回密码：设置新密码",
    access: "public",
    limit: perHour(30),
    allowedWhileClosed: true,
    secretInput: true,
    input: z.object({ email, token: text(4096, "找回密码链接"), password, ...captcha }),
    output: nothing,
  },
  "POST /user/findpassword/mobile": {
    title: "用手机找回密码",
    access: "public",
    limit: perHour(30),
    allowedWhileClosed: true,
    secretInput: true,
    input: z.object({ mobile, code: filled(16, "短信验证码"), password }),
    output: nothing,
  },
})
