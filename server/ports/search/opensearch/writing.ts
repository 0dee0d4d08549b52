import { EngineError, type OpenSearchEngine } from "./engine"
import type { OpenSearchJson } from "./json"

/** One line of a bulk request: the action, the document and its content. */
export type BulkAction = { action: "index" | "create" | "delete" | "update"; alias: string; id: string; content?: OpenSearchJson }

/** Maximum bytes per request: below the 100 MB that a cluster accepts, but large enough to be fast. */
const maxBytes = 8_000_000

const lineOf = ({ action, alias, id, content }: BulkAction): string => {
  const head = { [action]: { _index: alias, _id: id, ...(action === "update" && { retry_on_conflict: 3 }) } }
  return `${JSON.stringify(head)}\n${content ? `${JSON.stringify(content)}\n` : ""}`
}

function* portions(actions: readonly BulkAction[]): Generator<string> {
  let lines: string[] = []
  let bytes = 0
  for (const action of actions) {
    const line = lineOf(action)
    lines.push(line)
    bytes += Buffer.byteLength(line)
    if (bytes < maxBytes) continue
    yield lines.join("")
    ;[lines, bytes] = [[], 0]
  }
  if (lines.length) yield lines.join("")
}

export type Outcome = { _index: string; _id: string; status: number; error?: { type: string; reason: string } }

/**
 * Writes the actions in one bulk request, or several if they are large; `refresh` makes the changes searchable before it returns, once for all
 * of them. Writes only to aliases, so that a late write never
 * creates an index. `ignored` selects the errors to ignore.
 * @throws EngineError for the first error that is not ignored
 */
export const bulk = async (
  engine: OpenSearchEngine,
  actions: readonly BulkAction[],
  { refresh, ignored = () => false }: { refresh: boolean; ignored?: (outcome: Outcome) => boolean },
): Promise<void> => {
  const bodies = [...portions(actions)]
  for (const [at, body] of bodies.entries()) {
    const path = `/_bulk?require_alias=true&refresh=${refresh && at === bodies.length - 1}`
    const { data } = await engine<{ errors: boolean; items: Record<string, Outcome>[] }>("POST", path, { body, seconds: 120 })
    if (!data.errors) continue
    for (const outcome of data.items.flatMap((item) => Object.values(item))) {
      if (!outcome.error || ignored(outcome)) continue
      const { type, reason } = outcome.error
      throw new EngineError(outcome.status, `OpenSearch ${outcome._id}: ${type}: ${reason}`, { permanent: outcome.status === 400, type })
    }
  }
}
