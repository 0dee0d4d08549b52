import { readFileSync } from "node:fs"
import { join } from "node:path"
import { gunzipSync } from "node:zlib"

/* Recordings of a compatible server and its clients (tests/family/NOTICE.md). */

export type Role = "visitor" | "user" | "admin"
type Texts = Record<string, string | string[]>

/** A request of an existing client. `path` may hold `<hash>`, `<n>`, `<file>`, `<signed>`: any of that kind. */
export type RecordedRequest = {
  client: "community" | "pro"
  screen: string
  as: Role
  also_as?: Role[]
  method: string
  path: string
  query: Texts
  /** other values that were sent under these names */
  query_values?: Record<string, (string | string[])[]>
  statuses?: Record<string, number>
  body: Record<string, unknown> | null
  status: number
  content_type?: string
  authorization?: "Bearer" | "bearer"
}
/** A call with that server's whole answer. */
export type RecordedAnswer = {
  as: "anonymous" | "user" | "admin"
  method: string
  url: string
  body?: unknown
  status: number
  answer?: unknown
}
export type FixtureRow = Record<string, string | number | null>

const unpack = <T>(name: string): T =>
  JSON.parse(gunzipSync(readFileSync(join(import.meta.dirname, `${name}.json.gz`))).toString("utf8")) as T

const readRequests = () => unpack<RecordedRequest[]>("requests")
export const readAnswers = () => unpack<RecordedAnswer[]>("answers")
export const readTables = () => unpack<Record<string, FixtureRow[]>>("database")

/** A read with each other value that was sent, one at a time; where some were refused, nobody knows which. */
const variantsOf = (request: RecordedRequest): RecordedRequest[] =>
  request.method !== "GET" || request.statuses
    ? []
    : Object.entries(request.query_values ?? {}).flatMap(([name, values]) =>
        values.map((value) => ({ ...request, query: { ...request.query, [name]: value } })),
      )

/** Every request, reads also with the other values that were sent, and as the others who sent them. */
export const allRequests = (): RecordedRequest[] =>
  readRequests().flatMap((request) => [
    request,
    ...variantsOf(request),
    ...(request.method === "GET" && request.path.startsWith("/api/") ? (request.also_as ?? []) : [])
      .filter((as) => as !== "visitor")
      .map((as): RecordedRequest => ({ ...request, as, authorization: "Bearer" })),
  ])

/** The call as the contract names it, or the address where it is none of `/api/v1`. */
export const callNameOf = ({ method, path }: Pick<RecordedRequest, "method" | "path">) => `${method} ${path.replace("/api/v1", "")}`
