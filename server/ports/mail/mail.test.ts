import { createServer, type AddressInfo } from "node:net"
import { afterEach, describe, expect, test } from "vitest"
import { recipientRefused, timedOut, unreachable, wrongAccount } from "./mail-errors"
import { failureOf, sampleMail, mailSuite } from "./mail.suite"
import { memoryMail } from "./memory.mail"
import { createSmtpMail, isLoopback } from "./smtp.mail"
import { ownCertificate } from "./testing/self-signed-certificate"
import { credentials, smtpStandIn } from "./testing/smtp.stand-in"

const settings = { host: "127.0.0.1", port: 465, is_tls: true, from_name: "豆架文库", ...credentials }
const failures = {
  auth: wrongAccount(),
  recipient: recipientRefused("550", true),
  silence: timedOut(20),
  down: unreachable("127.0.0.1:465"),
}

mailSuite("memory mail", async () => {
  const mail = memoryMail()
  return {
    mail,
    settings,
    received: () => mail.sent.map(({ settings: { from_name, username }, ...rest }) => ({ ...rest, from: `${from_name} <${username}>` })),
    make: (trouble) => mail.fail(trouble && failures[trouble]),
    close: async () => undefined,
  }
})

const certificate = ownCertificate("127.0.0.1")
const scenes = {
  "smtp mail, plain": { server: {}, client: {} },
  "smtp mail, STARTTLS": { server: { tls: certificate }, client: { ca: [certificate.cert] } },
  "smtp mail, TLS": { server: { tls: certificate, secure: true }, client: { ca: [certificate.cert] } },
}
for (const [name, { server, client }] of Object.entries(scenes))
  mailSuite(name, async () => {
    const smtp = await smtpStandIn(server)
    const [patient, impatient] = [createSmtpMail(client), createSmtpMail({ ...client, timeoutMs: 600 })]
    let silent = false
    return {
      // Use the short timeout only where no answer is expected, so that a slow machine is not mistaken for a silent server.
      mail: { send: (...mail) => (silent ? impatient : patient).send(...mail) },
      settings: smtp.settings,
      received: () =>
        smtp.received.map(({ headers, parts, to }) => ({
          from: headers.from!.join().replaceAll('"', ""),
          to: to.join(),
          subject: headers.subject!.join(),
          html: parts["text/html"]!.trim(),
          text: parts["text/plain"]!.trim(),
        })),
      make: (trouble) => {
        silent = trouble === "silence"
        return smtp.make(trouble)
      },
      close: smtp.close,
    }
  })

describe("smtp mail", () => {
  test("a mail that can be unsubscribed says so to mail programs (RFC 8058), the others do not", async () => {
    const smtp = await smtpStandIn()
    const url = "https://wenku.example.org/unsubscribe/7.daily.x-_y"
    await createSmtpMail().send(smtp.settings, { ...sampleMail, unsubscribe: url })
    await createSmtpMail().send(smtp.settings, sampleMail)
    const [first, second] = smtp.received.map(({ headers }) => headers)
    expect(first!["list-unsubscribe"]).toEqual([`<${url}>`])
    expect(first!["list-unsubscribe-post"]).toEqual(["List-Unsubscribe=One-Click"])
    expect(second!["list-unsubscribe"]).toBeUndefined()
    const wrong = { ...sampleMail, unsubscribe: "https://a.example/\r\nBcc: x@example.org" }
    expect((await failureOf(createSmtpMail().send(smtp.settings, wrong))).permanent).toBe(true)
    await smtp.close()
  })

  const open: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const close of open.splice(0)) await close()
  })
  const standIn = async (options: Parameters<typeof smtpStandIn>[0]) => {
    const smtp = await smtpStandIn(options)
    open.push(smtp.close)
    return smtp
  }

  test("STARTTLS is used if offered, TLS from the first byte if configured, neither if unavailable", async () => {
    for (const [options, encrypted] of [
      [{}, false],
      [{ tls: certificate }, true],
      [{ tls: certificate, secure: true }, true],
    ] as const) {
      const smtp = await standIn(options)
      await createSmtpMail({ ca: [certificate.cert] }).send(smtp.settings, sampleMail)
      expect(smtp.received.map(({ secure }) => secure)).toEqual([encrypted])
    }
  })

  test("a remote server without encryption gets neither the password nor the mail; one on this machine does [security: mail-tls-required, 12.3.1]", async () => {
    const smtp = await standIn({})
    // Also reaches this machine, but is not a loopback name.
    const error = await failureOf(createSmtpMail().send({ ...smtp.settings, host: "0.0.0.0" }, sampleMail))
    expect(error).toMatchObject({ permanent: true, message: expect.stringContaining("加密连接没有建立起来") as string })
    expect([smtp.received, smtp.logins]).toEqual([[], []])
    await createSmtpMail().send(smtp.settings, sampleMail)
    expect(smtp.received).toHaveLength(1)
  })

  test.each(["localhost", "127.0.0.1", "127.8.9.1", "::1", "LOCALHOST"])("%s is this machine", (host) =>
    expect(isLoopback(host)).toBe(true),
  )
  test.each(["localhost.example.org", "127.0.0.1.example.org", "0.0.0.0", "10.0.0.1", "::", "mail"])("%s is elsewhere", (host) =>
    expect(isLoopback(host)).toBe(false),
  )

  test.each([
    ["nobody vouches for", certificate, [], /DEPTH_ZERO_SELF_SIGNED_CERT/],
    ["is another host's", ownCertificate("mail.example.com"), "own", /ERR_TLS_CERT_ALTNAME_INVALID/],
    ["has run out", ownCertificate("127.0.0.1", -60), "own", /CERT_HAS_EXPIRED/],
  ] as const)("a certificate that %s ends the send before the password is sent [security: 12.3.2]", async (_, tls, trust, reason) => {
    for (const secure of [true, false]) {
      const smtp = await standIn({ tls, secure })
      const error = await failureOf(createSmtpMail({ ca: trust === "own" ? [tls.cert] : trust }).send(smtp.settings, sampleMail))
      expect(error.message).toMatch(/^和邮件服务器的加密连接没有建立起来/)
      expect(error.message).toMatch(reason)
      expect(error.permanent).toBe(true)
      expect(smtp.received).toEqual([])
    }
  })

  test("TLS to a port without TLS fails with a hint about the setting and the port", async () => {
    const smtp = await standIn({})
    expect((await failureOf(createSmtpMail().send({ ...smtp.settings, is_tls: true }, sampleMail))).message).toMatch(
      /请检查 TLS 开关和端口是否对应/,
    )
  })

  test("a wrong password is distinguished from a failing server, and never appears in a message", async () => {
    const smtp = await standIn({})
    const wrong = { ...smtp.settings, password: "Wr0ng-secret" }
    const error = await failureOf(createSmtpMail().send(wrong, sampleMail))
    expect(error.message).toBe("邮箱账号或密码不对，很多邮箱要填授权码，而不是登录密码（535 Authentication failed for ***）")
    await smtp.make("busy-auth")
    expect((await failureOf(createSmtpMail().send(smtp.settings, sampleMail))).permanent).toBe(false)
  })

  test("a full mailbox is retryable, rejected content is not", async () => {
    const smtp = await standIn({})
    await smtp.make("full")
    expect(await failureOf(createSmtpMail().send(smtp.settings, sampleMail))).toMatchObject({
      message: expect.stringMatching(/^邮件服务器不接受收件地址（452 Mailbox full）/) as string,
      permanent: false,
    })
    await smtp.make("content")
    expect(await failureOf(createSmtpMail().send(smtp.settings, sampleMail))).toMatchObject({
      message: "邮件服务器拒收了这封邮件（554 Spam）",
      permanent: true,
    })
  })

  test("a nonexistent host is named", async () => {
    const error = await failureOf(createSmtpMail({ timeoutMs: 5_000 }).send({ ...settings, host: "smtp.invalid" }, sampleMail))
    expect(error.message).toMatch(/^(连不上邮件服务器 smtp\.invalid:465|邮件服务器 5 秒内没有答复)/)
    expect(error.permanent).toBe(false)
  })

  test("a server that sends without ever completing an answer is dropped after the timeout", async () => {
    let leave = () => undefined as void
    const left = new Promise<void>((done) => (leave = done))
    const server = createServer((socket) => {
      const dripping = setInterval(() => socket.write("220-wait\r\n"), 50)
      socket
        .on("error", () => undefined)
        .on("close", () => {
          clearInterval(dripping)
          leave()
        })
    })
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
    const error = await failureOf(
      createSmtpMail({ timeoutMs: 400 }).send({ ...settings, is_tls: false, port: (server.address() as AddressInfo).port }, sampleMail),
    )
    expect(error.message).toMatch(/^邮件服务器 0\.4 秒内没有答复/)
    await left
    await new Promise<void>((done) => server.close(() => done()))
  })

  test("one From, one To, and automatic replies are suppressed", async () => {
    const smtp = await standIn({})
    await createSmtpMail().send({ ...smtp.settings, from_name: '豆架 "官方" <evil@example.com>, x@example.com' }, sampleMail)
    const { headers } = smtp.received[0]!
    expect(headers.from).toHaveLength(1)
    expect(headers.from![0]).toMatch(/<library@example\.com>$/)
    expect(headers.bcc).toBeUndefined()
    expect(headers["auto-submitted"]).toEqual(["auto-generated"])
    expect(smtp.received[0]!.to).toEqual(["reader@example.com"])
  })
})
