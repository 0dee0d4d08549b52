/** Why something of the web was not fetched: an address inside of a network or of another kind, too large, or no answer. */
export type WebRefusal = "address" | "size" | "unavailable"

export class WebError extends Error {
  constructor(
    readonly reason: WebRefusal,
    options?: { cause?: unknown },
  ) {
    super(`not fetched: ${reason}`, options)
    this.name = "WebError"
  }
}

/** Files of the public web whose addresses people wrote. */
export interface WebPort {
  /**
   * Writes what is at the address into a new file and says its bytes. `maxBytes` and `timeoutMs` bound the whole. Only http and https of the
   * public internet, on their usual ports, also behind redirects (three at most). Throws WebError; nothing is left behind then.
   */
  download(url: string, path: string, limits: { maxBytes: number; timeoutMs: number; signal?: AbortSignal }): Promise<number>
}
