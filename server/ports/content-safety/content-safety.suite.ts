import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { SafetyLevel } from "../../../lib/contract/community/content-safety.enums"
import { SensitiveCategory } from "../../../lib/contract/community/sensitive-word.enums"
import { SafetyError, type ContentSafetyPort, type SafetyAccount } from "./content-safety.port"
import { memorySafetyMarks } from "./memory.content-safety"

/** One service or the fake: how to reach it, what it was asked, and how to make it refuse. */
export type SafetyWorld = {
  port: ContentSafetyPort
  account: SafetyAccount
  texts: () => string[]
  pictures: () => Buffer[]
  refuse: (reason: string) => void
  close: () => Promise<void>
}

export const safetySecret = "a-secret-of-the-account"
const pass = { level: SafetyLevel.pass, findings: [] }
const { block, review } = memorySafetyMarks
const picture = (mark = "") => Buffer.concat([Buffer.from([0xff, 0xd8, 0x00, 0x80]), Buffer.from(mark)])

/** The test suite that every adapter and the fake must pass. */
export const contentSafetySuite = (name: string, open: () => Promise<SafetyWorld>): void => {
  describe(name, () => {
    let world: SafetyWorld
    beforeEach(async () => {
      world = await open()
    })
    afterEach(() => world.close())
    const checkText = (text: string) => world.port.checkText(world.account, text)
    const checkPicture = (content: Buffer) => world.port.checkPicture(world.account, content)

    test("a text without a problem passes", async () => {
      expect(await checkText("平常的文字，《书》 & 'quotes' (1*2)!")).toEqual(pass)
      expect(world.texts().join("")).toBe("平常的文字，《书》 & 'quotes' (1*2)!")
    })

    test("a problem in a text has a level, a category, a score and its words", async () => {
      const finding = { category: SensitiveCategory.obscene, score: 98 }
      expect(await checkText(`前面 ${block} 后面`)).toMatchObject({
        level: SafetyLevel.block,
        findings: [{ ...finding, words: [block] }],
      })
      expect(await checkText(`前面 ${review} 后面`)).toMatchObject({
        level: SafetyLevel.review,
        findings: [{ ...finding, words: [review] }],
      })
    })

    test("a long text is checked to its end", async () => {
      const lines = Array.from({ length: 2_000 }, (_, n) => `第 ${n} 行，平常的文字\n`).join("")
      expect(await checkText(lines)).toEqual(pass)
      expect(world.texts().join("")).toBe(lines)
      expect(await checkText(`${lines}${block}`)).toMatchObject({ level: SafetyLevel.block, findings: [{ words: [block] }] })
    })

    test("a text of white space is not sent", async () => {
      expect(await checkText(" \n\t ")).toEqual(pass)
    })

    test("pictures are received byte for byte, and problems in them have no words", async () => {
      expect(await checkPicture(picture())).toEqual(pass)
      expect(await checkPicture(picture(block))).toMatchObject({
        level: SafetyLevel.block,
        findings: [{ category: SensitiveCategory.obscene, score: 98, words: [] }],
      })
      expect(world.pictures().map((one) => one.toString("hex"))).toEqual([picture(), picture(block)].map((one) => one.toString("hex")))
    })

    test("a refusal is a message without the secret [security: 16.2.5]", async () => {
      world.refuse(`the key ${safetySecret} may not do this`)
      for (const check of [() => checkText("文字"), () => checkPicture(picture())]) {
        const error = await check().catch((reason: unknown) => reason)
        expect(error).toBeInstanceOf(SafetyError)
        expect((error as Error).message).toContain("may not do this")
        expect((error as Error).message).not.toContain(safetySecret)
      }
    })

    test("an aborted check sends nothing", async () => {
      await expect(world.port.checkText(world.account, "文字", AbortSignal.abort())).rejects.toThrow()
      expect(world.texts()).toEqual([])
    })
  })
}
