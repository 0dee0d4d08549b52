import { z } from "zod"
import { area, perHour } from "../area"
import { CaptchaPurpose } from "./captcha.enums"
import { anyFlag, bool, flag, str, text, wordOf } from "../schema"

/** The captcha fields of a form. A proof of work is a long text. */
export const captchaFields = { captcha: text(4096, "验证码").optional(), captcha_id: text(64, "验证码").optional() }

/**
 * Image captchas are easier for bots than a proof of work, so both the images issued to one network and the solutions accepted from it are
 * limited.
 */
export const pictureLimits = { drawn: perHour(30), solved: perHour(10) }

/** An altcha challenge, passed to its solver unchanged. */
export const PowChallenge = z.record(z.string(), z.unknown()).meta({ description: "altcha 的 challenge，原样交给它的求解程序" })

export const captcha = area({
  "GET /user/captcha": {
    title: "获取验证码",
    access: "public",
    limit: { points: 120, seconds: 300, by: "place" },
    allowedWhileClosed: true,
    /** `pow`: the client can do a proof of work; other clients may receive an image (setting `captcha.enable_picture`) */
    input: z.object({
      type: wordOf(CaptchaPurpose, "不支持的验证码类型"),
      pow: bool.optional(),
      /** for `POST /sms`, which requires a captcha even if the settings do not */
      sms: bool.optional(),
      t: anyFlag.optional(),
    }),
    /** `captcha` = data URI of an image or a sound; `audio` = the audio version; `challenge` = a proof of work */
    output: z.object({
      enable: flag,
      id: str,
      captcha: str,
      type: str,
      audio: str,
      challenge: PowChallenge.nullable().default(null),
    }),
  },
})
