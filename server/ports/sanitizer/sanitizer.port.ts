/** The kind of HTML: an article by any user, or a notice by staff (footer, statement, advertisement). */
export type SanitizerKind = "article" | "notice"

/** `html` is safe to render in a page; `text` is its plain text on one line, `lead` that of its paragraphs alone (articles). */
export type Sanitized = { html: string; text: string; lead?: string }

/** `complex`: too large, too deep or too slow to parse. `busy`: too many texts are queued already. */
export type SanitizingReason = "complex" | "busy"

export const sanitizingMessages: Record<SanitizingReason, string> = {
  complex: "内容过于复杂，请减少嵌套和格式后再试",
  busy: "服务器正忙，请稍后再试",
}

/** A refusal to sanitize, with a message for users. */
export class SanitizingError extends Error {
  constructor(readonly reason: SanitizingReason) {
    super(sanitizingMessages[reason])
    this.name = "SanitizingError"
  }
}

/** Makes user-written HTML safe to render, within limits of size, time and memory. Never runs on the thread that serves requests. */
export type SanitizerPort = {
  /**
   * Sanitizes a text. Rejects with `SanitizingError`. `owner` is any name for the author: texts of one owner are parsed one after another,
   * so that a slow one delays no other user. Without an owner, a text is queued on its own.
   */
  sanitize(kind: SanitizerKind, html: string, owner?: string): Promise<Sanitized>
  /** Stops running work; queued texts get a `SanitizingError`. */
  close(): Promise<void>
}
