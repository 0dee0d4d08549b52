/**
 * Settings of category email (docs/reference/api.md 6.6). `username` is both the account and the sender's address; `is_tls` means TLS from
 * the first byte (port 465).
 */
export type MailSettings = { host: string; port: number; is_tls: boolean; from_name: string; username: string; password: string }
/**
 * One mail to one address, as HTML and plain text. `unsubscribe`: the https address to which mail programs post to end such mails (RFC 8058).
 */
export type Mail = { to: string; subject: string; html: string; text: string; unsubscribe?: string }

/**
 * A mail that could not be sent. `message` is a Chinese sentence for staff, without the password; `permanent` means that a retry cannot
 * succeed.
 */
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
 * Sends mails (docs/reference/api.md 6.6). Settings are passed on every send because they can change while the site runs. "Sent" means that
 * the server accepted the mail, not that it has reached an inbox.
 */
export interface MailPort {
  /**
   * Sends a mail. Every failure is reported within 20 seconds.
   * @throws MailError for every kind of failure
   */
  send(settings: MailSettings, mail: Mail): Promise<void>
}
