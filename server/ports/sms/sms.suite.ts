import { afterEach, beforeEach, describe, expect, test } from "vitest"
import type { SmsOutcome } from "./memory.sms"
import { SmsError, type SmsMessage, type SmsPort, type SmsProvider, type SmsSettings } from "./sms.port"

export type SmsSetup = {
  sms: SmsPort
  provider: SmsProvider
  settings: SmsSettings
  secret: string
  behave(next: SmsOutcome): Promise<void> | void
  received(): { mobile: string; code: string }[]
  close(): Promise<void>
}

export const message: SmsMessage = { mobile: "13800138000", code: "369751", minutes: 5, type: 0 }

/** Returns the error of a send that must fail. */
export const failureOf = async (sending: Promise<unknown>): Promise<SmsError> => {
  const error: unknown = await sending.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(SmsError)
  return error as SmsError
}

/** The test suite that every adapter must pass. */
export const smsSuite = (name: string, make: () => Promise<SmsSetup>) =>
  describe(name, () => {
    let scene: SmsSetup
    beforeEach(async () => {
      scene = await make()
    })
    afterEach(() => scene.close())
    const send = (signal?: AbortSignal) => scene.sms.send(scene.provider, scene.settings, message, signal)

    test("a message is accepted, and the provider's answer is returned for the record", async () => {
      const { response } = await send()
      expect(response).not.toBe("")
      expect(scene.received()).toMatchObject([{ mobile: "13800138000", code: "369751" }])
    })

    test("an error carries the provider's own message and its answer", async () => {
      await scene.behave({ kind: "refuse", text: "账户余额不足" })
      const error = await failureOf(send())
      expect(error.message).toMatch(/^短信平台没有接受：.*账户余额不足/)
      expect(error.response).toContain("账户余额不足")
      expect(scene.received()).toEqual([])
    })

    test("an unresponsive provider times out", async () => {
      await scene.behave({ kind: "silence" })
      expect((await failureOf(send())).message).toMatch(/秒内没有答复/)
    })

    test("an unreachable provider is named", async () => {
      await scene.behave({ kind: "down" })
      expect((await failureOf(send())).message).toMatch(/^连不上短信平台 .+（ECONNREFUSED）/)
    })

    test("the record contains neither secret nor code nor the whole number [security: 16.2.5]", async () => {
      await scene.behave({ kind: "refuse", text: `密钥 ${scene.secret} 或验证码 369751 给 13800138000 不对` })
      const error = await failureOf(send())
      for (const text of [error.message, error.response, String(error.stack)]) {
        expect(text).not.toContain(scene.secret)
        expect(text).not.toContain(JSON.stringify(scene.secret).slice(1, -1))
        expect(text).not.toContain("369751")
        expect(text).not.toContain("13800138000")
      }
      expect(error.response).toContain("138****8000")
    })

    test("long messages are truncated to the length of the record's column", async () => {
      await scene.behave({ kind: "refuse", text: "错".repeat(3_000) })
      expect((await failureOf(send())).message.length).toBeLessThanOrEqual(500)
    })

    test("an aborted send sends nothing", async () => {
      expect((await failureOf(send(AbortSignal.abort()))).message).toBe("发送已取消")
      expect(scene.received()).toEqual([])
    })
  })
