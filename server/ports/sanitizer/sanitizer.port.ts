/** Whose HTML it is: an article of anybody, or a notice of staff (footer, statement, advertisement). */
export type HtmlKind = "article" | "notice"

/** `html` may stand in a page; `text` is what it says, in one line. */
export type Sanitized = { html: string; text: string }

/** `complex`: too large, too deep or too slow to parse. `busy`: too many texts wait already. */
export type SanitizingReason = "complex" | "busy"

export const sanitizingMessages: Record<SanitizingReason, string> = {
  complex: "内容过于复杂，请减少嵌套和格式后再试",
  busy: "服务器正忙，请稍后再试",
}

/** A refusal to sanitise, with a sentence for people. */
export class SanitizingError extends Error {
  constructor(readonly reason: SanitizingReason) {
    super(sanitizingMessages[reason])
    this.name = "SanitizingError"
  }
}

/** Makes HTML that people wrote safe to render, never on the thread that serves people, within limits of size, time and memory. */
export type SanitizerPort = {
  /**
   * Rejects with `SanitizingError`. `owner` is whoever wrote it, by any name: the texts of one owner are parsed one after the other, so
   * that a slow one delays nobody else's. Without an owner a text is its own.
   */
  sanitize(kind: HtmlKind, html: string, owner?: string): Promise<Sanitized>
  /** Stops what runs; those who wait get a `SanitizingError`. */
  close(): Promise<void>
}
