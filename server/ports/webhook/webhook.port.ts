/** Why there was no answer: an internal address, a timeout, or no connection. */
export type WebhookFault = "address" | "timeout" | "unavailable"

export class WebhookError extends Error {
  constructor(
    readonly fault: WebhookFault,
    options?: ErrorOptions,
  ) {
    super(`not delivered: ${fault}`, options)
    this.name = "WebhookError"
  }
}

/** `text` is the beginning of the answer, "" of a private address; `retryAfter` the requested delay in seconds. */
export type WebhookReply = { status: number; text: string; retryAfter: number | null }

/** Maximum length of the answer that is stored for staff. */
export const maxAnswerLength = 1_000

/** Parses a Retry-After header. Dates and delays of more than a week are ignored. */
export const secondsOf = (header: string | null): number | null => (header && /^\d{1,6}$/.test(header) ? Number(header) : null)

export interface WebhookPort {
  /** Checks whether the host is literally a private address that is not allowed. Names are checked when connecting. */
  isInside(url: string): boolean
  /**
   * Posts the body unchanged, without following redirects. Takes at most ten seconds.
   * @throws WebhookError
   */
  post(url: string, headers: Readonly<Record<string, string>>, body: string, signal?: AbortSignal): Promise<WebhookReply>
}
