import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { text as readText } from "node:stream/consumers"
import { indexed, EngineRefusal, type EngineField, type Indexed, type EngineSource } from "./engine-documents"
import { scoreOf } from "./engine-query"
import { search } from "./engine-search"

type Clause = { [name: string]: unknown }
/** `written` becomes searchable after a refresh; `seen` is searchable now. */
type Index = {
  fields: Record<string, EngineField>
  meta: Clause
  aliases: Set<string>
  written: Map<string, Indexed>
  seen: Indexed[]
}
/** How the engine answers: not at all, a connection that stays open, half a body, or a web page instead of JSON. */
type Manner = "normal" | "closed" | "silent" | "cut" | "page"
/** The fault of the cluster. `shards`: how many of three shards do not answer; `full`: no more shards fit in. */
type Condition = { shards: number; timed_out: boolean; blocked: boolean; full: boolean }
const healthy: Condition = { shards: 0, timed_out: false, blocked: false, full: false }
type Answer = [status: number, body: unknown]
type EngineRequest = { parts: string[]; query: URLSearchParams; body: Clause; raw: string; method: string }

const isBlocked = () =>
  new EngineRefusal(
    "cluster_block_exception",
    "blocked by: [TOO_MANY_REQUESTS/12/disk usage exceeded flood-stage watermark, index has read-only-allow-delete block];",
    429,
  )
const missing = (name: string) => new EngineRefusal("index_not_found_exception", `no such index [${name}]`, 404)

/**
 * Starts a mock OpenSearch server with the part of its REST API that the adapter uses, and with authentication if `credentials` are given.
 */
export const openSearchStandIn = async ({ credentials = "" } = {}) => {
  const indices = new Map<string, Index>()
  let condition = healthy
  const shards = () => ({ total: 3, successful: 3 - condition.shards, skipped: 0, failed: condition.shards })
  const refresh = (index: Index) => (index.seen = [...index.written.values()])
  const named = (name: string): Index | undefined => {
    const matches = [...indices].filter(([indexName, { aliases }]) => indexName === name || aliases.has(name))
    if (matches.length > 1) throw new EngineRefusal("illegal_argument_exception", `alias [${name}] has more than one index`)
    return matches[0]?.[1]
  }
  const indexOf = (name: string): Index => {
    const index = named(name)
    if (!index) throw missing(name)
    return index
  }

  const nameOf = (index: Index) => [...indices].find(([, one]) => one === index)![0]

  const applied = (action: string, index: Index, id: string, content: EngineSource | undefined): number => {
    const before = index.written.get(id)
    if (action === "delete") return index.written.delete(id) ? 200 : 404
    if (action === "create" && before) throw new EngineRefusal("version_conflict_engine_exception", `[${id}]: document already exists`, 409)
    if (action === "update" && !before) throw new EngineRefusal("document_missing_exception", `[${id}]: document missing`, 404)
    const source = action === "update" ? { ...before!.source, ...(content!["doc"] as EngineSource) } : content!
    index.written.set(id, indexed(id, source, index.fields))
    return before ? 200 : 201
  }
  const bulk = ({ query, raw }: EngineRequest): Answer => {
    if (!raw.endsWith("\n")) throw new EngineRefusal("illegal_argument_exception", "The bulk request must be terminated by a newline [\\n]")
    const lines = raw.trimEnd().split("\n")
    const items: Clause[] = []
    while (lines.length) {
      const [action, { _index, _id }] = Object.entries(JSON.parse(lines.shift()!) as Record<string, { _index: string; _id: string }>)[0]!
      const content = action === "delete" ? undefined : (JSON.parse(lines.shift()!) as EngineSource)
      try {
        if (query.get("require_alias") === "true" && indices.has(_index)) throw missing(_index)
        const index = indexOf(_index)
        if (condition.blocked) throw isBlocked()
        items.push({ [action]: { _index: nameOf(index), _id, status: applied(action, index, _id, content) } })
        if (query.get("refresh") === "true") refresh(index)
      } catch (error) {
        if (!(error instanceof EngineRefusal)) throw error
        items.push({ [action]: { _index, _id, status: error.status, error: { type: error.type, reason: error.message } } })
      }
    }
    return [200, { errors: items.some((item) => "error" in (Object.values(item)[0] as Clause)), items }]
  }

  const changeAliases = ({ body }: EngineRequest): Answer => {
    for (const action of body["actions"] as Record<string, { index: string; alias: string }>[]) {
      const [what, { index, alias }] = Object.entries(action)[0]!
      const target = indices.get(index)
      if (!target) throw missing(index)
      if (what === "add") target.aliases.add(alias)
      if (what === "remove" && !target.aliases.delete(alias))
        throw new EngineRefusal("aliases_not_found_exception", `[${alias}] missing`, 404)
      if (what === "remove_index") indices.delete(index)
    }
    return [200, { acknowledged: true }]
  }
  const createIndex = ({ parts: [name = ""], body }: EngineRequest): Answer => {
    if (indices.has(name)) throw new EngineRefusal("resource_already_exists_exception", `index [${name}] already exists`)
    if (condition.full)
      throw new EngineRefusal(
        "validation_exception",
        "Validation Failed: 1: this action would add [2] total shards, but this cluster is full;",
      )
    const mappings = body["mappings"] as { properties: Record<string, EngineField>; dynamic: string; _meta: Clause }
    if (mappings.dynamic !== "strict") throw new EngineRefusal("illegal_argument_exception", "only strict mappings")
    const aliases = new Set(Object.keys(body["aliases"] as Clause))
    const taken = [...aliases].find((alias) => indices.has(alias))
    if (taken)
      throw new EngineRefusal(
        "invalid_alias_name_exception",
        `Invalid alias name [${taken}], an index exists with the same name as the alias`,
      )
    indices.set(name, { fields: mappings.properties, meta: mappings._meta, aliases, written: new Map(), seen: [] })
    return [200, { acknowledged: true, index: name }]
  }
  const aliasesOf = ({ parts: [pattern = ""] }: EngineRequest): Answer => {
    const list = [...indices].filter(([name]) => name.startsWith(pattern.replace(/\*$/, "")))
    const entries = list.map(([name, { aliases }]) => [name, { aliases: Object.fromEntries([...aliases].map((one) => [one, {}])) }])
    return [200, Object.fromEntries(entries)]
  }
  const deleteByQuery = ({ parts: [name = ""], body }: EngineRequest): Answer => {
    const index = indexOf(name)
    const matches = index.seen.filter((row) => scoreOf(body["query"] as Clause, row, false) !== null)
    for (const { id } of matches) index.written.delete(id)
    refresh(index)
    return [200, { deleted: matches.length }]
  }
  const count = ({ parts: [name = ""], body }: EngineRequest): Answer => [
    200,
    { _shards: shards(), count: indexOf(name).seen.filter((row) => scoreOf(body["query"] as Clause, row, false) !== null).length },
  ]

  const calls: Record<string, (request: EngineRequest) => Answer> = {
    "GET /": () => [200, { version: { distribution: "opensearch", number: "3.0.0" } }],
    "GET /_cluster/health": () => [200, { status: condition.shards ? "red" : "green" }],
    "GET /_cluster/health/*": ({ parts }) => [
      named(parts[2]!) ? 200 : 408,
      { status: condition.shards || !named(parts[2]!) ? "red" : "green" },
    ],
    "GET /*/_mapping": ({ parts: [name = ""] }) => [200, { [nameOf(indexOf(name))]: { mappings: { _meta: indexOf(name).meta } } }],
    "PUT /*/_mapping": ({ parts: [name = ""], body }) => {
      indexOf(name).meta = body["_meta"] as Clause
      return [200, { acknowledged: true }]
    },
    "GET /*/_settings": ({ parts: [name = ""] }) => {
      const blocks = condition.blocked ? { blocks: { read_only_allow_delete: "true" } } : {}
      return [200, condition.blocked ? { [nameOf(indexOf(name))]: { settings: { index: blocks } } } : {}]
    },
    "HEAD /_alias/*": ({ parts }) => [named(parts[1]!) && !indices.has(parts[1]!) ? 200 : 404, null],
    "GET /*/_alias": aliasesOf,
    "PUT /*": createIndex,
    "DELETE /*": ({ parts: [name = ""] }) => {
      if (!indices.delete(name)) throw missing(name)
      return [200, { acknowledged: true }]
    },
    "PUT /*/_settings": ({ parts: [name = ""] }) => [200, { acknowledged: Boolean(indexOf(name)) }],
    "POST /*/_refresh": ({ parts: [name = ""] }) => [200, { _shards: { total: refresh(indexOf(name)).length } }],
    "POST /*/_search": ({ parts: [name = ""], body }) => [
      200,
      { timed_out: condition.timed_out, _shards: shards(), ...search(indexOf(name).seen, indexOf(name).fields, body) },
    ],
    "POST /*/_count": count,
    "POST /*/_delete_by_query": deleteByQuery,
    "POST /_bulk": bulk,
    "POST /_aliases": changeAliases,
  }
  const patternOf = ({ method, parts }: EngineRequest) => {
    const segments = parts.map((part, at) => (part.startsWith("_") || (at === 1 && parts[0] === "_cluster") ? part : "*"))
    return `${method} /${segments.join("/")}`
  }
  const answer = (request: EngineRequest): Answer => {
    try {
      const call = calls[patternOf(request)]
      if (!call)
        throw new EngineRefusal(
          "illegal_argument_exception",
          `no handler found for uri [${request.parts.join("/")}] and method [${request.method}]`,
        )
      return call(request)
    } catch (error) {
      if (!(error instanceof EngineRefusal)) throw error
      const root_cause = [error.cause ?? { type: error.type, reason: error.message }]
      return [error.status, { error: { root_cause, type: error.type, reason: error.message }, status: error.status }]
    }
  }

  let manner: Manner = "normal"
  let received = 0
  const server = createServer((req, res) => {
    void readText(req).then((raw) => {
      received += 1
      if (manner === "closed") return void req.socket.destroy()
      if (manner === "silent") return
      if (manner === "page") return void res.writeHead(200, { "content-type": "text/html" }).end("<title>nginx</title>")
      const url = new URL(req.url!, "http://localhost")
      const authorization = credentials && `Basic ${Buffer.from(decodeURIComponent(credentials)).toString("base64")}`
      const json = req.headers["content-type"] === "application/json"
      const parts = url.pathname.split("/").filter(Boolean).map(decodeURIComponent)
      const request = { method: req.method!, parts, query: url.searchParams, body: json ? (JSON.parse(raw) as Clause) : {}, raw }
      const [status, body] = authorization && req.headers.authorization !== authorization ? [401, "Unauthorized"] : answer(request)
      const text = req.method === "HEAD" ? "" : JSON.stringify(body)
      if (manner === "cut")
        return void res
          .writeHead(status, { "content-type": "application/json", "content-length": text.length + 9 })
          .end(text, () => req.socket.destroy())
      res.writeHead(status, { "content-type": "application/json" }).end(text)
    })
  })
  // As an engine does: with Node's 5 s, a test that keeps this process busy reuses a connection that has just been closed.
  server.keepAliveTimeout = 60_000
  await new Promise<void>((done) => void server.listen(0, "127.0.0.1", done))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://${credentials && `${credentials}@`}127.0.0.1:${port}`,
    /** Lists the indices with their aliases, as a cluster would. */
    list: () =>
      Object.fromEntries(
        [...indices].map(([name, { aliases, written }]) => [name, { aliases: [...aliases].toSorted(), documents: written.size }]),
      ),
    answerLike: (next: Manner) => void (manner = next),
    breakDown: (next: Partial<Condition>) => void (condition = { ...healthy, ...next }),
    /** How many requests have arrived. */
    received: () => received,
    /** Loses every index, like an engine with an empty data folder. */
    lose: () => indices.clear(),
    /** Removes an alias, like a snapshot that is restored without its aliases. */
    removeAlias: (alias: string) => void [...indices.values()].forEach((index) => index.aliases.delete(alias)),
    describe: (name: string, meta: Clause) => void (indexOf(name).meta = meta),
    close: () =>
      new Promise<void>((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  }
}
