/** Why nothing was answered: an address inside of a network, silence, or no connection. */
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

/** `text` is how the answer begins, `retryAfter` the seconds that it asks to wait. */
export type WebhookReply = { status: number; text: string; retryAfter: number | null }

export interface WebhookPort {
  /** True for a host that is a private address as it is written, and not allowed. Names are looked at when they are connected to. */
  isInside(url: string): boolean
  /**
   * Posts the body as it is; redirects are not followed. It ends within ten seconds.
   * @throws WebhookError
   */
  post(url: string, headers: Readonly<Record<string, string>>, body: string, signal?: AbortSignal): Promise<WebhookReply>
}
