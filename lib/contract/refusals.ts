import type { z } from "zod"
import type { Conditions } from "./area"

type Entry = Conditions & { carries?: object; input?: z.ZodType; secretInput?: true; versioned?: true }

/** Names of inputs that identify a row: `id`, `uuid`, `document_id`, … */
const namesRow = /^(id|uuid|identifier|url|(?!captcha).+_id)$/

const fieldsOf = (input: z.ZodType | undefined): string[] =>
  input && "shape" in input ? Object.keys(input.shape as Record<string, unknown>) : []

/** Checks whether the input is sent in the body. GET, and DELETE without a secret, send it in the URL. */
export const hasBody = (key: string, { secretInput }: Pick<Entry, "secretInput">): boolean =>
  !key.startsWith("GET ") && (!key.startsWith("DELETE ") || secretInput === true)

/** Checks whether the call writes something that a full disk has no room for. */
export const isRefusedWhileFull = (key: string, { allowedWhileFull }: Pick<Entry, "allowedWhileFull">): boolean =>
  /^(POST|PUT) /.test(key) && !allowedWhileFull

/**
 * Returns the error statuses of a call or stream, in order (docs/reference/api.md 1.7). Always possible are 400, 500 and 503 (the site is
 * starting, or its back end is unavailable), and for access tokens 403 (missing scope) and 429 (too many requests).
 * 401 is possible where a login, a permission or a secret is required, and wherever site security may deny access.
 */
export const refusalsOf = (key: string, entry: Entry): number[] => {
  const judged = entry.access !== "public" || entry.secretInput === true || entry.allowedWhileClosed !== true
  const finds = !/\/(list|search)$/.test(key) && fieldsOf(entry.input).some((name) => namesRow.test(name))
  const takesFile = entry.carries !== undefined && !["events", "notice", "redirect", "text", "xml"].some((kind) => kind in entry.carries!)
  const isTus = entry.carries !== undefined && "protocol" in entry.carries
  const possible: [number, boolean][] = [
    [400, true],
    [401, judged],
    [403, true],
    [404, finds || entry.missing === true],
    [408, hasBody(key, entry)],
    [409, entry.conflicts === true || entry.versioned === true],
    [410, isTus],
    [412, isTus],
    [413, hasBody(key, entry)],
    [423, isTus],
    [429, true],
    [500, true],
    [503, true],
    [507, takesFile || isRefusedWhileFull(key, entry)],
  ]
  return possible.flatMap(([status, is]) => (is ? [status] : []))
}
