import { isIP } from "node:net"
import { rootCertificates } from "node:tls"
import { createTransport } from "nodemailer"
import { WebError } from "../web/web.port"
import { checkMail } from "./mail-settings"
import { insideNetwork, mailRefused, noTls, recipientRefused, senderRefused, timedOut, unreachable, wrongAccount } from "./mail-errors"
import { MailError, type MailPort, type MailSettings } from "./mail.port"

/** `ca`: certificates (PEM) that are trusted in addition to Node's. Verification cannot be turned off. */
type Options = {
  ca?: readonly string[]
  timeoutMs?: number
  /** Resolves a host to an address that may be connected to. Throws WebError if the host is not allowed. */
  reach?: (host: string) => Promise<string>
}

/** Nodemailer's error fields (see its "Error reference"). `originalCode` is the code of the system or OpenSSL. */
type Failure = { message: string; code: string; originalCode: string; command: string; response: string; responseCode: number }

const failureOf = (error: unknown): Failure => {
  const { message, code, originalCode, command, response, responseCode } = (error instanceof Error ? error : {}) as Partial<Failure>
  return {
    message: message ?? "",
    code: code ?? "",
    originalCode: originalCode ?? "",
    command: command ?? "",
    response: response ?? "",
    responseCode: responseCode || 0,
  }
}

const ofTls = /^(ERR_(TLS|SSL|OSSL)_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|CRL_|HOSTNAME_MISMATCH|EPROTO$)/
const maxDetailLength = 200

/** Returns the server's message on one line, without the password. */
const detailOf = ({ response, originalCode, code }: Failure, password: string): string => {
  const detail = (response || originalCode || code).replace(/\s+/g, " ").trim()
  const encoded = Buffer.from(password).toString("base64")
  return (password ? detail.replaceAll(password, "***").replaceAll(encoded, "***") : detail).slice(0, maxDetailLength)
}

/** Translates the failure into a message for staff. */
const mailErrorOf = (error: unknown, settings: MailSettings, timeoutMs: number): MailError => {
  if (error instanceof MailError) return error
  const failure = failureOf(error)
  const detail = detailOf(failure, settings.password)
  const permanent = failure.responseCode >= 500
  if (failure.code === "EABORT" || failure.code === "ETIMEDOUT") return timedOut(timeoutMs / 1000)
  // A 4yz reply to a login is a server problem, not a wrong password.
  if (failure.code === "EAUTH") return wrongAccount(detail, failure.responseCode === 0 || permanent)
  if (failure.code === "ETLS" || ofTls.test(failure.originalCode)) return noTls(detail)
  if (["ESOCKET", "ECONNECTION", "EDNS"].includes(failure.code) && !failure.responseCode)
    return unreachable(`${settings.host}:${settings.port}`, detail)
  if (failure.command === "RCPT TO") return recipientRefused(detail, permanent)
  if (failure.command === "MAIL FROM") return senderRefused(detail, permanent)
  return mailRefused(detail, permanent)
}

/** Names and addresses of this machine: the connection cannot be intercepted. */
export const isLoopback = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|::1)$/i.test(host)

/**
 * Sends through the configured SMTP server, with one connection per mail. `is_tls` encrypts from the first byte; otherwise STARTTLS is
 * required, except for this machine. Either way the certificate must be valid for the host. `timeoutMs` limits the whole send.
 */
export const createSmtpMail = ({ ca = [], timeoutMs = 20_000, reach = (host) => Promise.resolve(host) }: Options = {}): MailPort => ({
  send: async (settings, mail) => {
    checkMail(settings, mail)
    const address = await reach(settings.host).catch((error: unknown) => {
      if (!(error instanceof WebError)) throw error
      throw error.reason === "address" ? insideNetwork(settings.host) : unreachable(`${settings.host}:${settings.port}`)
    })
    const transport = createTransport({
      // Connect to the address that was checked: the name could resolve to another one by now.
      host: address,
      port: settings.port,
      secure: settings.is_tls,
      requireTLS: !settings.is_tls && !isLoopback(settings.host),
      ...(settings.password ? { auth: { user: settings.username, pass: settings.password } } : {}),
      tls: {
        minVersion: "TLSv1.2",
        rejectUnauthorized: true,
        ...(isIP(settings.host) ? {} : { servername: settings.host }),
        ...(ca.length > 0 ? { ca: [...rootCertificates, ...ca] } : {}),
      },
      dnsTimeout: timeoutMs,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      // A mail may contain only the given texts.
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    const stopping = new AbortController()
    const timer = setTimeout(() => stopping.abort(), timeoutMs)
    try {
      await transport.sendMail({
        from: { name: settings.from_name || settings.username, address: settings.username },
        to: { name: "", address: mail.to },
        subject: mail.subject,
        html: mail.html,
        text: mail.text,
        // Suppresses out-of-office replies (RFC 3834).
        headers: {
          "Auto-Submitted": "auto-generated",
          ...(mail.unsubscribe && {
            "List-Unsubscribe": `<${mail.unsubscribe}>`,
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
          }),
        },
        signal: stopping.signal,
      })
    } catch (error) {
      throw mailErrorOf(error, settings, timeoutMs)
    } finally {
      clearTimeout(timer)
      transport.close()
    }
  },
})
