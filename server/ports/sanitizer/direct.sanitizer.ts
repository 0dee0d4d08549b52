import { sanitizeHtmlOf } from "./allowed-html"
import { isTooComplex } from "./html-limits"
import { SanitizingError, type SanitizerPort } from "./sanitizer.port"

/** The fake: sanitizes on the calling thread, with only the size limits. */
export const directSanitizer = (): SanitizerPort => ({
  sanitize: async (kind, html) => {
    if (isTooComplex(html)) throw new SanitizingError("complex")
    return sanitizeHtmlOf(kind, html)
  },
  close: async () => undefined,
})
