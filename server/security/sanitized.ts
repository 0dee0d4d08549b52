import { invalid, unavailable } from "../errors"
import { isTooComplex } from "@/server/ports/sanitizer/html-limits"
import {
  SanitizingError,
  sanitizingMessages,
  type SanitizerKind,
  type Sanitized,
  type SanitizerPort,
} from "@/server/ports/sanitizer/sanitizer.port"

/** Rejects HTML that is stored unchanged and would take browsers too long to parse (400, for the field). */
export const requireSimpleHtml = (html: string, field: string): void => {
  if (isTooComplex(html)) throw invalid(sanitizingMessages.complex, field)
}

/** Sanitizes the HTML of one input, queued by its author. Rejects HTML that is too complex (400, for the field). */
export const sanitized = async (
  { app, user }: { app: { sanitizer: SanitizerPort }; user: { id: number } | null },
  kind: SanitizerKind,
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
