import { solveChallenge, type Challenge } from "altcha-lib"
import { deriveKey } from "altcha-lib/algorithms/sha"
import sharp from "sharp"
import { beforeAll, describe, expect, test } from "vitest"
import { matches } from "./answer"
import { CAPTCHA_MINUTES, type CaptchaKind, type CaptchaPort, type PowChallenge } from "./captcha.port"

const images = ["digit", "string", "math"] as const
const sized = (type: CaptchaKind, part: { width?: number; height?: number; length?: number } = {}) => ({
  type,
  width: 240,
  height: 60,
  length: 5,
  ...part,
})
const bytesOf = (uri: string): Buffer => Buffer.from(uri.split(",")[1] ?? "", "base64")

const chunksOf = (png: Buffer): string[] => {
  const names: string[] = []
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) names.push(png.toString("latin1", at + 4, at + 8))
  return names
}

/** Returns the payload that a browser sends for a solved challenge. */
export const solvedPow = async (challenge: PowChallenge): Promise<string> => {
  const solution = await solveChallenge({ challenge: challenge as unknown as Challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString("base64")
}

/** The suite that every captcha adapter passes. `make` receives a clock that the suite moves. */
export const captchaSuite = (name: string, make: (now: () => Date) => CaptchaPort) =>
  describe(name, () => {
    let time = Date.now()
    const now = () => new Date(time)
    let captcha: CaptchaPort
    beforeAll(() => {
      captcha = make(now)
    })

    describe.each(images)("an image of kind %s", (type) => {
      test("is a PNG of the configured size without metadata", async () => {
        const { answer, media } = await captcha.draw(sized(type, { width: 200, height: 50 }))
        expect(media.startsWith("data:image/png;base64,")).toBe(true)
        const png = bytesOf(media)
        expect(await sharp(png).metadata()).toMatchObject({ format: "png", width: 200, height: 50 })
        expect(chunksOf(png).at(-1)).toBe("IEND")
        expect(chunksOf(png).filter((one) => !["IHDR", "PLTE", "IDAT", "IEND", "pHYs"].includes(one))).toEqual([])
        expect(png.length).toBeLessThan(20_000)
        if (answer.length > 3) expect(png.includes(answer)).toBe(false)
      })

      test("accepts its own answer and the digits of its audio, and no other", async () => {
        const { answer, spoken, audio } = await captcha.draw(sized(type))
        expect(audio?.startsWith("data:audio/wav;base64,")).toBe(true)
        expect(spoken).toMatch(/^\d{5}$/)
        expect(matches(type, answer, answer.toUpperCase())).toBe(true)
        expect(matches(type, answer, `${answer}1`)).toBe(false)
        expect(matches(type, answer, "")).toBe(false)
      })

      test("extreme settings are clamped", async () => {
        const huge = await captcha.draw(sized(type, { width: 100_000, height: 9_999, length: 500 }))
        expect(await sharp(bytesOf(huge.media)).metadata()).toMatchObject({ width: 480, height: 120 })
        const odd = await captcha.draw(sized(type, { width: Number.NaN, height: -5, length: 0 }))
        expect(await sharp(bytesOf(odd.media)).metadata()).toMatchObject({ width: 240, height: 40 })
        expect(huge.spoken).toHaveLength(8)
        expect(odd.spoken).toHaveLength(4)
        expect(bytesOf(huge.media).length).toBeLessThan(60_000)
        expect(bytesOf(huge.audio!).length).toBeLessThan(120 * 1024)
      })
    })

    test("answers have the format of their kind; captchas all differ, in picture and in sound, even if answers repeat", async () => {
      const formats = { digit: /^[1-9]{5}$/, string: /^[^0Oo1lI]{8}$/, math: /^[1-9]\d?$/ }
      const rounds = 15
      const drawn = await Promise.all(
        images.flatMap((type) =>
          Array.from({ length: rounds }, async () => ({
            type,
            ...(await captcha.draw(sized(type, type === "string" ? { length: 8 } : {}))),
          })),
        ),
      )
      for (const { type, answer } of drawn) expect(answer).toMatch(formats[type])
      for (const { type, answer } of drawn) if (type === "math") expect(Number(answer)).toBeLessThan(60)
      expect(new Set(drawn.map((one) => one.media)).size).toBe(images.length * rounds)
      expect(new Set(drawn.map((one) => one.audio)).size).toBe(images.length * rounds)
      expect(new Set(drawn.map((one) => one.answer)).size).toBeGreaterThan(2 * rounds)
    })

    test("kind audio is a short valid WAV, 8 kHz mono", async () => {
      for (const length of [4, 8]) {
        const { answer, media, audio } = await captcha.draw(sized("audio", { length }))
        const wav = bytesOf(media)
        expect(answer).toMatch(new RegExp(`^\\d{${length}}$`))
        expect(audio).toBeUndefined()
        expect([wav.toString("latin1", 0, 4), wav.toString("latin1", 8, 16), wav.toString("latin1", 36, 40)]).toEqual([
          "RIFF",
          "WAVEfmt ",
          "data",
        ])
        expect([wav.readUInt32LE(4), wav.readUInt32LE(40)]).toEqual([wav.length - 8, wav.length - 44])
        expect([
          wav.readUInt16LE(20),
          wav.readUInt16LE(22),
          wav.readUInt32LE(24),
          wav.readUInt32LE(28),
          wav.readUInt16LE(32),
          wav.readUInt16LE(34),
        ]).toEqual([1, 1, 8_000, 8_000, 1, 8])
        expect(wav.length).toBeGreaterThan(length * 8_000 * 0.5)
        expect(wav.length).toBeLessThan(120 * 1024)
        expect(wav.includes(answer)).toBe(false)
        // it is neither silent nor clipped throughout
        const loud = wav.subarray(44).filter((byte) => Math.abs(byte - 128) > 25).length / wav.length
        expect(loud).toBeGreaterThan(0.05)
        expect(wav.subarray(44).filter((byte) => byte === 1 || byte === 255).length / wav.length).toBeLessThan(0.01)
      }
    })

    describe("a proof of work [security: 2.4.1]", () => {
      const drawPow = async () => {
        const { answer, media, challenge } = await captcha.draw(sized("pow"))
        expect(media).toBe("")
        return { answer, challenge: challenge! }
      }

      test("is solved within its limit and accepted", async () => {
        const { answer, challenge } = await drawPow()
        expect(challenge.signature).toBe(answer)
        const payload = await solvedPow(challenge)
        const { solution } = JSON.parse(Buffer.from(payload, "base64").toString()) as { solution: { counter: number; derivedKey: string } }
        expect(solution.counter * Number(challenge.parameters.cost)).toBeLessThanOrEqual(120_000)
        expect(JSON.stringify(challenge)).not.toContain(solution.derivedKey)
        expect(matches("pow", answer, payload)).toBe(true)
        expect(await captcha.verifyPow(challenge, payload)).toBe(true)
        expect(await captcha.verifyPow({ signature: answer }, payload)).toBe(true)
      })

      test("is invalid for another challenge", async () => {
        const [one, other] = [await drawPow(), await drawPow()]
        const payload = await solvedPow(one.challenge)
        expect(matches("pow", other.answer, payload)).toBe(false)
        expect(await captcha.verifyPow(other.challenge, payload)).toBe(false)
        const { solution } = JSON.parse(Buffer.from(payload, "base64").toString()) as { solution: object }
        expect(
          await captcha.verifyPow(
            other.challenge,
            Buffer.from(JSON.stringify({ challenge: other.challenge, solution })).toString("base64"),
          ),
        ).toBe(false)
      })

      test("is rejected if made easier or forged", async () => {
        const { challenge } = await drawPow()
        for (const part of [{ cost: 1 }, { keyPrefix: "00" }, { data: { expires_at: 9_999_999_999 } }]) {
          const easier = {
            ...challenge,
            parameters: { ...challenge.parameters, ...part, ...("keyPrefix" in part ? { keySignature: undefined } : {}) },
          }
          const solution =
            "keyPrefix" in part
              ? await solveChallenge({ challenge: easier as unknown as Challenge, deriveKey })
              : { counter: 1, derivedKey: "00".repeat(32) }
          expect(await captcha.verifyPow(challenge, Buffer.from(JSON.stringify({ challenge: easier, solution })).toString("base64"))).toBe(
            false,
          )
        }
      })

      test.each([
        "",
        "x",
        "e30=",
        Buffer.from('{"challenge":{"parameters":{},"signature":""},"solution":{}}').toString("base64"),
        "A".repeat(100_000),
      ])("malformed input is rejected without an error", async (payload) => {
        const { challenge, answer } = await drawPow()
        expect(await captcha.verifyPow(challenge, payload)).toBe(false)
        expect(matches("pow", answer, payload)).toBe(false)
      })

      test("is valid for ten minutes", async () => {
        const { challenge } = await drawPow()
        const payload = await solvedPow(challenge)
        const start = time
        time = start + (CAPTCHA_MINUTES * 60 - 2) * 1000
        expect(await captcha.verifyPow(challenge, payload)).toBe(true)
        time = start + CAPTCHA_MINUTES * 60 * 1000
        expect(await captcha.verifyPow(challenge, payload)).toBe(false)
        time = start
      })
    })
  })
