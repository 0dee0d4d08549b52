import type { z } from "zod"
import type { Conditions } from "./area"

type Entry = Conditions & { carries?: object; input?: z.ZodType; secretInput?: true; versioned?: true }

/** Names of inputs that say which row is meant: `id`, `uuid`, `document_id`, … */
const namesRow = /^(id|uuid|identifier|url|(?!captcha).+_id)$/

const fieldsOf = (input: z.ZodType | undefined): string[] =>
  input && "shape" in input ? Object.keys(input.shape as Record<string, unknown>) : []

/** The input stands in the body, except that of a GET and of a DELETE without a secret, whose addresses are no secret either. */
export const hasBody = (key: string, { secretInput }: Pick<Entry, "secretInput">): boolean =>
  !key.startsWith("GET ") && (!key.startsWith("DELETE ") || secretInput === true)

/**
 * The statuses with which a call or stream may refuse, in order (docs/reference/api.md 1.7). Always possible are 400, 500, and
 * 503: the site is starting, or the server behind it does not answer; an access token may lack the scope (403) or
 * ask too often (429). A person is judged (401)
 * where a login, a permission or a secret is asked for, and wherever site security may keep people out.
 */
export const refusalsOf = (key: string, entry: Entry): number[] => {
  const judged = entry.access !== "public" || entry.secretInput === true || entry.allowedWhileClosed !== true
  const finds = !/\/(list|search)$/.test(key) && fieldsOf(entry.input).some((name) => namesRow.test(name))
  const takesFile = entry.carries !== undefined && !["events", "notice", "redirect", "text", "xml"].some((kind) => kind in entry.carries!)
  const possible: [number, boolean][] = [
    [400, true],
    [401, judged],
    [403, true],
    [404, finds || entry.missing === true],
    [408, hasBody(key, entry)],
    [409, entry.conflicts === true || entry.versioned === true],
    [413, hasBody(key, entry)],
    [429, true],
    [500, true],
    [503, true],
    [507, takesFile],
  ]
  return possible.flatMap(([status, is]) => (is ? [status] : []))
}
