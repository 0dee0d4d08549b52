/** Why something of the web was not fetched: an address inside of a network or of another kind, too large, or no answer. */
export type WebRefusal = "address" | "size" | "unavailable"

export class WebError extends Error {
  /** the answer's status, where there was one that is not 200 */
  readonly status: number
  constructor(
    readonly reason: WebRefusal,
    { cause, status = 0 }: { cause?: unknown; status?: number } = {},
  ) {
    super(`not fetched: ${reason}`, { cause })
    this.name = "WebError"
    this.status = status
  }
}

/** `maxBytes` (after decompression) and `timeoutMs` bound the whole, redirects included. */
export type WebLimits = { maxBytes: number; timeoutMs: number; signal?: AbortSignal }

/** What an answer says of itself: the address behind all redirects, and its headers Content-Type and Content-Disposition. */
export type WebAnswer = { url: string; type: string; disposition: string }

export type WebRequest = WebLimits & {
  accept?: string
  /** sent to the host of the address alone, never to where it redirects */
  headers?: Readonly<Record<string, string>>
  /** an http or https address, with name and password if it wants them; a private one only where the machine's owner allows it (OUTGOING_ALLOW) */
  proxy?: string
  /** asked before an address is requested, also behind a redirect; throws to refuse */
  before?: (url: string) => Promise<void>
}

/**
 * The public web, at addresses that people wrote or that stand in pages of others. Only http and https on their usual ports, to public addresses,
 * also behind redirects (three at most). Everything throws WebError.
 */
export interface WebPort {
  /** Milliseconds between two requests of a crawler to one host. */
  readonly politeMs: number
  /** Writes what is at the address into a new file and says its bytes. Nothing is left behind when it throws. */
  download(url: string, path: string, limits: WebLimits): Promise<number>
  /** The same for whoever needs the answer's headers. */
  save(url: string, path: string, request: WebRequest): Promise<WebAnswer & { bytes: number }>
  /** What is at the address, in memory. An answer that is not `wanted` by its headers is left where it is: `body` is null. */
  read(url: string, request: WebRequest & { wanted?: (answer: WebAnswer) => boolean }): Promise<WebAnswer & { body: Buffer | null }>
}
