/** The settings of category email (docs/reference/api.md 6.6). `username` is the account and the sender's address; `is_tls` is TLS from the first byte (port 465). */
export type MailSettings = { host: string; port: number; is_tls: boolean; from_name: string; username: string; password: string }
/** One mail to one address, as HTML and as plain text. */
export type Mail = { to: string; subject: string; html: string; text: string }

/** A refused mail. `message` is a Chinese sentence for staff, without the password; `permanent` means that a retry cannot succeed. */
export class MailError extends Error {
  constructor(
    message: string,
    readonly permanent: boolean,
  ) {
    super(message)
    this.name = "MailError"
  }
}

/**
 * Sends mails (docs/reference/api.md 6.6). Settings are handed in on every send, since they are edited while the site runs.
 * "Sent" means that the server took the mail, not that it lies in an inbox.
 */
export interface MailPort {
  /** @throws MailError for everything that can go wrong, within twenty seconds */
  send(settings: MailSettings, mail: Mail): Promise<void>
}
