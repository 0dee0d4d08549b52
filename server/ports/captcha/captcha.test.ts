import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { matches, normalAnswer } from "./answer"
import { captchaSuite, solvedPow } from "./captcha.suite"
import { createLocalCaptcha } from "./local.captcha"
import { recordingCaptcha } from "./recording.captcha"

const voices = join(import.meta.dirname, "voices")
const secret = new Uint8Array(32).fill(7)
const local = (now: () => Date) => createLocalCaptcha({ voices, secret, now })

captchaSuite("local captcha", local)
captchaSuite("remembering captcha", (now) => recordingCaptcha(local(now)))

describe("the local captcha", () => {
  const settings = { type: "pow", width: 240, height: 60, length: 5 } as const

  test("rejects a challenge with another secret", async () => {
    const now = () => new Date()
    const other = createLocalCaptcha({ voices, secret: new Uint8Array(32).fill(8), now })
    const { challenge } = await other.draw(settings)
    const payload = await solvedPow(challenge!)
    expect(await other.verifyPow(challenge!, payload)).toBe(true)
    expect(await local(now).verifyPow(challenge!, payload)).toBe(false)
  })

  test("reports missing sound files, and pictures work without them", async () => {
    const captcha = createLocalCaptcha({ voices: join(voices, "none"), secret, now: () => new Date() })
    await expect(captcha.draw({ ...settings, type: "audio" })).rejects.toThrow("voices cannot be read")
    await expect(captcha.draw(settings)).resolves.toMatchObject({ media: "" })
  })

  test("the recording adapter remembers its captchas", async () => {
    const captcha = recordingCaptcha(local(() => new Date()))
    const one = await captcha.draw({ ...settings, type: "digit" })
    expect(captcha.drawn).toEqual([one])
  })
})

describe("an answer as users type it", () => {
  test.each([
    ["digit", "12345", " 12345 "],
    ["digit", "12345", "１２３４５"],
    ["digit", "12345", "12 345"],
    ["audio", "10273", "一零二七三"],
    ["audio", "10273", "幺〇两七三"],
    ["string", "a3hk", "A3Hk"],
    ["string", "a3hk", "Ａ３ｈｋ"],
    ["math", "19", "１９ "],
  ] as const)("%s %s matches %j", (kind, answer, given) => {
    expect(matches(kind, answer, given)).toBe(true)
    expect(normalAnswer(kind, given)).toBe(answer)
  })

  test.each([
    ["digit", "12345", "1234"],
    ["digit", "12345", "123456"],
    ["digit", "12345", ""],
    ["digit", "12345", "   "],
    ["math", "19", "019"],
    ["string", "a3hk", "a3hx"],
    ["digit", "", ""],
    ["digit", "1".repeat(65), "1".repeat(65)],
  ] as const)("%s %s does not match %j", (kind, answer, given) => expect(matches(kind, answer, given)).toBe(false))
})
