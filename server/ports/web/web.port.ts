/** Why a fetch failed: an internal address or unsupported scheme, too large, or no answer. */
export type WebRefusal = "address" | "size" | "unavailable"

export class WebError extends Error {
  /** Status of the answer, if there was one other than 200. */
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

/**
 * Checks whether headers for `home`, which may contain a cookie or a password, may be sent to `url`: only to the same host, and never
 * unencrypted if the home is encrypted.
 */
export const mayCarryHeaders = (home: string, url: string): boolean => {
  const [from, to] = [new URL(home), new URL(url)]
  return from.host === to.host && (from.protocol === to.protocol || to.protocol === "https:")
}

/** `maxBytes` (after decompression) and `timeoutMs` limit the whole request, including redirects. */
export type WebLimits = { maxBytes: number; timeoutMs: number; signal?: AbortSignal }

/** Metadata of an answer: the final address after redirects, and the Content-Type and Content-Disposition headers. */
export type WebAnswer = { url: string; type: string; disposition: string }

export type WebRequest = WebLimits & {
  accept?: string
  /** Sent only where `mayCarryHeaders` allows it, also after a redirect. */
  headers?: Readonly<Record<string, string>>
  /**
   * An http or https address, with user name and password if required. A private address needs the permission of the machine's owner
   * (OUTGOING_ALLOW).
   */
  proxy?: string
  /** Called before each request, including redirects; throws to refuse the address. */
  before?: (url: string) => Promise<void>
}

/**
 * Fetches from the public web, at addresses that users entered or that other sites link to. Allows only http and https on their usual
 * ports, and only public addresses, also after redirects (at most three). All methods throw WebError.
 */
export interface WebPort {
  /** Milliseconds between two requests of a crawler to the same host. */
  readonly politeMs: number
  /** Downloads an address into a new file and returns its size in bytes. Leaves nothing behind if it throws. */
  download(url: string, path: string, limits: WebLimits): Promise<number>
  /** Same as `download`, but also returns the answer's headers. */
  save(url: string, path: string, request: WebRequest): Promise<WebAnswer & { bytes: number }>
  /** Reads an address into memory. If the headers do not pass `wanted`, the body is not downloaded and `body` is null. */
  read(url: string, request: WebRequest & { accepts?: (answer: WebAnswer) => boolean }): Promise<WebAnswer & { body: Buffer | null }>
}
