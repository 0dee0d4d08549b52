/** `signature` is the scanner's name of what it recognized; null = nothing. */
export type Verdict = { signature: string | null }

/** Why there is no verdict: no connection, a slow scanner, or more bytes than it accepts. */
export type AntivirusFault = "unavailable" | "timeout" | "size"

export class AntivirusError extends Error {
  constructor(
    readonly fault: AntivirusFault,
    options?: ErrorOptions,
  ) {
    super(`not scanned: ${fault}`, options)
    this.name = "AntivirusError"
  }
}

/** A virus scanner. A site without one has no adapter. */
export interface AntivirusPort {
  /**
   * Scans bytes as they come, archives and documents included, with some chunks in memory.
   * @throws AntivirusError
   */
  scan(content: AsyncIterable<Buffer>): Promise<Verdict>
  /**
   * Names the scanner and its signatures; another value means that earlier verdicts are out of date.
   * @throws AntivirusError
   */
  version(): Promise<string>
}
