import { z } from "zod"
import { area } from "./area"
import { CaptchaPurpose } from "./enums"
import { flag, str, text, wordOf } from "./schema"

/** The captcha's fields of a form. A proof of work is a long text. */
export const captchaFields = { captcha: text(4096, "验证码").optional(), captcha_id: text(64, "验证码").optional() }

export const captcha = area({
  "GET /user/captcha": {
    title: "获取验证码",
    access: "public",
    limit: { points: 120, seconds: 300, by: "place" },
    allowedWhileClosed: true,
    input: z.object({ type: wordOf(CaptchaPurpose, "不支持的验证码类型"), t: z.unknown().optional() }),
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
})
