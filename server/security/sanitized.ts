import { invalid, unavailable } from "../errors"
import { isTooComplex } from "../ports/sanitizer/html-limits"
import { SanitizingError, sanitizingMessages, type HtmlKind, type Sanitized, type SanitizerPort } from "../ports/sanitizer/sanitizer.port"

/** Refuses HTML that is stored as it was written, and that browsers would take too long to parse, with the input's name (400). */
export const requireSimpleHtml = (html: string, field: string): void => {
  if (isTooComplex(html)) throw invalid(sanitizingMessages.complex, field)
}

/** The sanitised HTML of one input, in its person's turn; what is too complex is refused with the input's name (400). */
export const sanitized = async (
  { app, user }: { app: { sanitizer: SanitizerPort }; user: { id: number } | null },
  kind: HtmlKind,
  html: string,
  field: string,
): Promise<Sanitized> => {
  try {
    return await app.sanitizer.sanitize(kind, html, user ? `u${user.id}` : undefined)
  } catch (error) {
    if (!(error instanceof SanitizingError)) throw error
    throw error.reason === "busy" ? unavailable(error.message) : invalid(error.message, field)
  }
}
