import { productId } from "../../lib/contract/openapi/document"
import { community } from "./community/community"
import type { Dialect, DialectName, RemoteReply } from "./dialect"
import { isFields } from "./messages"
import { native } from "./native"
import { pro } from "./pro/pro"
import type { Send } from "./transport"

const dialects: Record<DialectName, Dialect> = { native, community, pro }

/** Dialect names printed at startup and by `npm run doctor`. */
export const dialectLabel: Record<DialectName, string> = { native: "豆架", community: "社区版", pro: "专业版" }

/** Detection timeout (ms). A server that hangs is checked again with the next request. */
const timeoutMs = 5_000

const isOurs = ({ status, data }: RemoteReply): boolean => {
  const info = status === 200 && isFields(data) ? data["info"] : undefined
  const mark = isFields(info) ? info["x-product"] : undefined
  return isFields(mark) && mark["id"] === productId
}

/**
 * Detects the server's dialect. Another site of this program identifies itself in its OpenAPI document; of the others, only the one with
 * payments answers `GET /settings/recharge` to everyone. Rejects if the server does not answer at all.
 */
export const detectDialect = async (send: Send): Promise<Dialect> => {
  const ask = (path: string) => send(`GET ${path}` as `GET /${string}`, {}, { token: "" }, AbortSignal.timeout(timeoutMs))
  const document = await ask("/openapi.json")
  if (isOurs(document)) return native
  const probe = await ask("/settings/recharge")
  const ill = [document, probe].find(({ status }) => status >= 500)
  if (ill) throw new Error(`the server answers ${ill.status}`)
  return probe.status === 200 ? pro : community
}

/**
 * Determines the dialect once: `wanted` if the operator set it, otherwise detected, and retried with every call until the server answers.
 * Null until then: nothing is written to a server of unknown dialect.
 */
export const createDetection = (send: Send, dialectName: DialectName | undefined, onFailure: (error: unknown) => void) => {
  let detection: Promise<Dialect | null> | null = null
  return (): Promise<Dialect | null> => {
    if (dialectName) return Promise.resolve(dialects[dialectName])
    detection ??= detectDialect(send).catch((error: unknown) => {
      onFailure(error)
      detection = null
      return null
    })
    return detection
  }
}
export type FindDialect = ReturnType<typeof createDetection>
