import { z } from "zod"
import { area, perHour } from "../area"
import { captchaFields } from "./captcha"
import { CodeType } from "./verification.enums"
import { flag, nothing, oneOf } from "../schema"
import { email, mobile } from "./user"

const codeType = oneOf(CodeType, "验证码类型不正确")

export const verification = area({
  "POST /user/email/code": {
    title: "发送邮箱验证码",
    access: "public",
    limit: perHour(30),
    allowedWhileClosed: true,
    secretInput: true,
    input: z.object({ email, type: codeType.optional(), ...captchaFields }),
    output: nothing,
  },
  "POST /sms": {
    title: "发送短信验证码",
    access: "public",
    limit: perHour(30),
    allowedWhileClosed: true,
    secretInput: true,
    input: z.object({ mobile, type: codeType, ...captchaFields }),
    /** always true, so that the answer does not reveal whether a number is registered (docs/decisions/018) */
    output: z.object({ is_registered: flag }),
  },
})
