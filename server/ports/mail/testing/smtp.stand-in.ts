import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"
import { SMTPServer } from "smtp-server"
import type { MailSettings } from "../mail.port"
import { readMail, type ReceivedMail } from "./received.mail"

export const credentials = { username: "library@example.com", password: 'p@ss 授权码"7' }
export type Trouble = "auth" | "busy-auth" | "recipient" | "full" | "content" | "silence" | "down" | null
type Options = { secure?: boolean; tls?: { key: string; cert: string }; hideStartTls?: boolean }

const answer = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode })

/** Starts a mock SMTP server with one account, which misbehaves on demand. */
export const smtpStandIn = async ({ secure = false, tls, hideStartTls = !tls }: Options = {}) => {
  const received: (ReceivedMail & { secure: boolean; to: string[] })[] = []
  /** Usernames of attempted logins, with any password. */
  const logins: string[] = []
  let trouble: Trouble = null
  const server = new SMTPServer({
    ...tls,
    secure,
    hideSTARTTLS: hideStartTls,
    allowInsecureAuth: true,
    disabledCommands: hideStartTls ? ["STARTTLS"] : [],
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 100,
    onAuth: ({ username = "", password }, _session, done) => {
      logins.push(username)
      if (trouble === "busy-auth") return done(answer(454, "Temporary authentication failure"))
      if (trouble === "auth" || username !== credentials.username || password !== credentials.password)
        return done(answer(535, `Authentication failed for ${password}`))
      done(null, { user: username })
    },
    onRcptTo: ({ address }, _session, done) => {
      if (trouble === "recipient") return done(answer(550, `No such user ${address}`))
      if (trouble === "full") return done(answer(452, "Mailbox full"))
      done()
    },
    onData: (stream, session, done) => {
      void text(stream).then((raw) => {
        if (trouble === "silence") return
        if (trouble === "content") return done(answer(554, "Spam"))
        received.push({ ...readMail(raw), secure: session.secure, to: session.envelope.rcptTo.map(({ address }) => address) })
        done()
      })
    },
  })
  // A client that rejects the certificate only causes a connection error here.
  server.on("error", () => undefined)
  await new Promise<void>((done) => void server.listen(0, "127.0.0.1", done))
  const settings: MailSettings = {
    host: "127.0.0.1",
    port: (server.server.address() as AddressInfo).port,
    is_tls: secure,
    from_name: "豆架文库",
    ...credentials,
  }
  const close = () => new Promise<void>((done) => server.close(() => done()))
  return {
    settings,
    received,
    logins,
    close,
    make: async (next: Trouble) => {
      trouble = next
      if (next === "down") await close()
    },
  }
}
