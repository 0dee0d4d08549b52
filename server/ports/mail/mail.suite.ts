import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { MailError, type MailPort, type MailSettings } from "./mail.port"
import type { Trouble } from "./testing/smtp.stand-in"

export type MailSetup = {
  mail: MailPort
  settings: MailSettings
  received(): { from: string; to: string; subject: string; html: string; text: string }[]
  make(trouble: Exclude<Trouble, "busy-auth" | "full" | "content">): Promise<void> | void
  close(): Promise<void>
}

export const sampleMail = {
  to: "reader@example.com",
  subject: "【豆架】注册账号的验证码 — 请在 10 分钟内使用，这个主题很长，要折成好几行才放得下",
  html: "<p>验证码 <b>369751</b></p>",
  text: "验证码 369751",
}

/** Returns the error of a send that must fail. */
export const failureOf = async (sending: Promise<unknown>): Promise<MailError> => {
  const error: unknown = await sending.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(MailError)
  return error as MailError
}

/** The test suite that every adapter must pass. */
export const mailSuite = (name: string, make: () => Promise<MailSetup>) =>
  describe(name, () => {
    let scene: MailSetup
    beforeEach(async () => {
      scene = await make()
    })
    afterEach(() => scene.close())
    const send = (settings: Partial<MailSettings> = {}, mail: Partial<typeof sampleMail> = {}) =>
      scene.mail.send({ ...scene.settings, ...settings }, { ...sampleMail, ...mail })

    test("a Chinese mail arrives unchanged", async () => {
      await send()
      expect(scene.received()).toEqual([{ ...sampleMail, from: "豆架文库 <library@example.com>" }])
    })

    test("without a name the address is shown", async () => {
      await send({ from_name: "" })
      expect(scene.received()[0]!.from).toContain("library@example.com")
    })

    test.each([
      ["name", { from_name: "豆架\r\nBcc: evil@example.com" }, {}],
      ["name with a bare line feed", { from_name: "豆架\nX-Evil: 1" }, {}],
      ["account", { username: "a@example.com>\r\nRCPT TO:<evil@example.com" }, {}],
      ["host", { host: "mail.example.com\r\n" }, {}],
      ["subject", {}, { subject: "你好\r\nBcc: evil@example.com" }],
      ["recipient", {}, { to: "a@example.com\r\nBcc: evil@example.com" }],
      ["list of recipients", {}, { to: "a@example.com, evil@example.com" }],
      ["recipient with a name", {}, { to: "a <evil@example.com>" }],
      ["recipient without a domain", {}, { to: "reader" }],
    ])("a %s that could become a header or another recipient is rejected [security: 1.3.11, crlf-corpus]", async (_, settings, mail) => {
      expect((await failureOf(send(settings, mail))).permanent).toBe(true)
      expect(scene.received()).toEqual([])
    })

    test("missing settings are named", async () => {
      expect((await failureOf(send({ host: "" }))).message).toBe("邮件配置不完整，还没有填写“SMTP 服务器地址”")
      expect((await failureOf(send({ username: "" }))).message).toBe("邮件配置不完整，还没有填写“SMTP 账号”")
      expect((await failureOf(send({ username: "library" }))).message).toBe("邮件配置里的“SMTP 账号”不是完整的邮箱地址")
      expect((await failureOf(send({ port: 0 }))).message).toBe("邮件配置里的“SMTP 服务器端口”不是 1 到 65535 的整数")
    })

    test("failures are messages that staff can act on, and say whether a retry makes sense", async () => {
      const failure = async (trouble: Parameters<MailSetup["make"]>[0]) => {
        await scene.make(trouble)
        const { message, permanent } = await failureOf(send())
        return { message, permanent }
      }
      expect(await failure("auth")).toMatchObject({ message: expect.stringMatching(/^邮箱账号或密码不对/) as string, permanent: true })
      expect(await failure("recipient")).toMatchObject({
        message: expect.stringMatching(/^邮件服务器不接受收件地址/) as string,
        permanent: true,
      })
      expect(await failure("silence")).toMatchObject({
        message: expect.stringMatching(/^邮件服务器 [\d.]+ 秒内没有答复/) as string,
        permanent: false,
      })
      expect(await failure("down")).toMatchObject({
        message: expect.stringMatching(/^连不上邮件服务器 127\.0\.0\.1:\d+/) as string,
        permanent: false,
      })
      expect(scene.received()).toEqual([])
    })

    test("after a failure the next mail is sent", async () => {
      await scene.make("auth")
      await failureOf(send())
      await scene.make(null)
      await send()
      expect(scene.received()).toHaveLength(1)
    })
  })
