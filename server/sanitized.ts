import type { Services } from "./context"
import { invalid, unavailable } from "./errors"
import { SanitizingError, type HtmlKind, type Sanitized } from "./ports/sanitizer/sanitizer.port"

/** The sanitised HTML of one input; what is too complex is refused with the input's name (400). */
export const sanitized = async (
  { sanitizer }: Pick<Services, "sanitizer">,
  kind: HtmlKind,
  html: string,
  field: string,
): Promise<Sanitized> => {
  try {
    return await sanitizer.sanitize(kind, html)
  } catch (error) {
    if (!(error instanceof SanitizingError)) throw error
    throw error.reason === "busy" ? unavailable(error.message) : invalid(error.message, field)
  }
}
