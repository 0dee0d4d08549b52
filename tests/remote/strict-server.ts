import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { readFileSync } from "node:fs"
import { gunzipSync } from "node:zlib"

export type ServerRow = Record<string, unknown>
type Message = Record<string, string>
type Recorded = { calls: Record<string, { request: string; reply: string }>; messages: Record<string, Message> }

const recorded = JSON.parse(gunzipSync(readFileSync(new URL("../family/messages.json.gz", import.meta.url))).toString("utf8")) as Recorded

/** Returns the fields of a message and their types. */
export const typesOf = (message: string): Message => recorded.messages[message] ?? {}

const isRow = (value: unknown): value is ServerRow => typeof value === "object" && value !== null && !Array.isArray(value)

/** Omits zero values, as every response does. */
export const withoutZeros = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutZeros)
  if (!isRow(value)) return value
  const fields = Object.entries(value).filter(([, one]) => !(one === 0 || one === "" || one === false || one === null || one === undefined))
  return Object.fromEntries(
    fields.filter(([, one]) => !(Array.isArray(one) && one.length === 0)).map(([name, one]) => [name, withoutZeros(one)]),
  )
}

/** Returns the first field of `body` that is not part of the message `name` of `messages`, including nested messages. */
const unknownField = (messages: Recorded["messages"], name: string, body: ServerRow): string | null => {
  const message = messages[name] ?? {}
  for (const [field, value] of Object.entries(body)) {
    const type = message[field]
    if (type === undefined) return `unknown field "${field}" in v1.${name}`
    const inner = type.replace(/\[\]$/, "")
    for (const one of Array.isArray(value) ? value : [value]) {
      const unknownName = messages[inner] && isRow(one) ? unknownField(messages, inner, one) : null
      if (unknownName) return unknownName
    }
  }
  return null
}

export type Tables = Record<string, ServerRow[]>
type CallRequest = { query: URLSearchParams; body: ServerRow | null; authorization: string }
/** Responses of calls that do more than return rows of a table. */
export type CallHandlers = Record<string, (request: CallRequest) => { status?: number; data: unknown }>
/** Additions of another server of the family: fields by message, and the messages of calls that only it has. */
export type More = { fields: Record<string, Message>; calls: Record<string, string> }
export type StrictServer = {
  url: string
  tables: Tables
  /** every request as it was received, `GET /banner` */
  requests: ({ key: string } & CallRequest)[]
  /** how often a call was made */
  count: (key: string) => number
  close: () => Promise<void>
}

/** Filters a list by a column; a name that is no column filters nothing. */
const fits = (value: unknown, acceptedValues: string[]): boolean =>
  value === undefined || [value].flat().some((one) => acceptedValues.includes(String(one)))

/** Pages, covers and images: all the same image. Pages are never WebP, whatever their row contains. */
const isPicture = (path: string) => /^\/(view|uploads)\//.test(path) && !path.endsWith(".webp")
const picture = "<svg xmlns='http://www.w3.org/2000/svg' width='794' height='1123'/>"

const refusal = (res: ServerResponse, status: number, message: string, code: number) => json(res, status, { error: message, code, message })
const json = (res: ServerResponse, status: number, body: unknown) =>
  res.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body))
const bodyOf = async (req: IncomingMessage): Promise<ServerRow | null> => {
  const chunks: Buffer[] = []
  for await (const chunk of req as AsyncIterable<Buffer>) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString("utf8")
  return text ? (JSON.parse(text) as ServerRow) : null
}

/**
 * Starts a community server as strict as the real one, with the messages recorded from it (tests/family/NOTICE.md): unknown fields are
 * refused, a PUT replaces the row and needs its id, zero values are omitted, unknown calls are a 404 in plain text.
 * `tables` contains its rows by the path of their calls (`/banner`); `unread` names tables without a call for a single row; `calls` handles
 * what no table does; `more`: the additions of another server of the family.
 */
export const startStrictServer = async (
  tables: Tables,
  unread: string[] = ["/language", "/report"],
  calls: CallHandlers = {},
  more: More = { fields: {}, calls: {} },
): Promise<StrictServer> => {
  const requests: StrictServer["requests"] = []
  const messages = { ...recorded.messages }
  for (const [name, fields] of Object.entries(more.fields)) messages[name] = { ...messages[name], ...fields }
  const answer = (key: string, { query, body, authorization }: CallRequest, res: ServerResponse): unknown => {
    const message = more.calls[key] ?? recorded.calls[key]?.request
    if (message === undefined) return res.writeHead(404, { "content-type": "text/plain" }).end("Not Found\n")
    const unknownName = body && unknownField(messages, message, body)
    if (unknownName) return refusal(res, 400, unknownName, 3)
    const reply = calls[key]?.({ query, body, authorization })
    if (reply) return json(res, reply.status ?? 200, withoutZeros(reply.data))
    const [method, address] = key.split(" ") as [string, string]
    if (address === "/user/profile") return profile(body ?? {}, res)
    if (address === "/config") return config(body ?? {}, res)
    const path = address.replace(/\/list$/, "")
    const rows = tables[path]
    if (!rows || (method === "GET" && path === address && unread.includes(path))) return json(res, 200, {})
    if (method === "GET" && address.endsWith("/list")) return list(path, rows, query, res)
    const id = method === "GET" ? Number(query.get("id") ?? query.get("uuid") ?? 0) : Number(body?.["id"] ?? 0)
    const at = rows.findIndex((row) => row["id"] === id)
    if (method === "GET") return at < 0 ? refusal(res, 500, "record not found", 13) : json(res, 200, withoutZeros(rows[at]))
    if (method === "PUT") {
      if (at < 0) return refusal(res, 500, "WHERE conditions required", 13)
      rows[at] = { ...(body as ServerRow), updated_at: "2026-11-23T09:00:00Z" }
      return json(res, 200, {})
    }
    const row = { ...body, id: rows.length + 1, created_at: "2026-11-23T08:00:00.123Z", updated_at: "2026-11-23T08:00:00.123Z" }
    rows.push(row)
    return json(res, 200, withoutZeros(row))
  }
  const list = (path: string, rows: ServerRow[], query: URLSearchParams, res: ServerResponse) => {
    const conditions = [...new Set(query.keys())].filter((name) => name !== "size")
    const matches = rows.filter((row) => conditions.every((name) => fits(row[name], query.getAll(name))))
    const size = Number(query.get("size") ?? 10)
    const from = (Number(query.get("page") ?? 1) - 1) * size
    const name = path.slice(1)
    return json(res, 200, withoutZeros({ total: matches.length, [name]: path === "/config" ? matches : matches.slice(from, from + size) }))
  }
  const profile = (body: ServerRow, res: ServerResponse) => {
    const row = tables["/user"]?.find((one) => one["id"] === body["id"])
    if (!row) return refusal(res, 403, "您没有权限更改他人信息", 7)
    for (const name of ["mobile", "email", "address", "signature", "avatar", "realname", "identity", "remark"]) row[name] = body[name] ?? ""
    return json(res, 200, {})
  }
  const config = ({ config: sent }: ServerRow, res: ServerResponse) => {
    for (const one of sent as ServerRow[]) {
      const row = tables["/config"]?.find(({ id }) => id === one["id"])
      if (!row) return refusal(res, 500, "WHERE conditions required", 13)
      row["value"] = one["value"] ?? ""
    }
    return json(res, 200, {})
  }
  const server = createServer((req, res) => {
    void (async () => {
      const url = new URL(req.url ?? "/", "http://x")
      if (isPicture(url.pathname)) return void res.writeHead(200, { "content-type": "image/svg+xml" }).end(picture)
      const key = `${req.method} ${url.pathname.replace(/^\/api\/v1/, "")}`
      const body = await bodyOf(req)
      const request = { query: url.searchParams, body, authorization: req.headers.authorization ?? "" }
      requests.push({ key, ...request })
      if (key === "GET /user" && !calls[key] && !url.searchParams.has("id")) url.searchParams.set("id", "1")
      answer(key, request, res)
    })()
  })
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  const { port } = server.address() as { port: number }
  return {
    url: `http://127.0.0.1:${port}`,
    tables,
    requests,
    count: (key) => requests.filter((one) => one.key === key).length,
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}
