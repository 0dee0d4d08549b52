import { createHash, randomInt } from "node:crypto"
import { readFile } from "node:fs/promises"
import { request } from "node:http"
import { join } from "node:path"
import { answerCaptcha } from "../../setup/pow"
import { patience } from "../../setup/patience"

/* A client of the server that acts as a browser or script: plain HTTP to 127.0.0.1, without any server code. */

export type ClientUser = { id: number; username: string; token: string }
export type ClientAnswer = {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
  json: Record<string, unknown>
}
type Sent = { method?: string; headers?: Record<string, string>; body?: Buffer | string; timeoutMs?: number }

/** Sends one request and reads the complete response. Rejects if the connection breaks before the response is complete. */
export const send = (url: string, { method = "GET", headers = {}, body, timeoutMs = 60_000 }: Sent = {}): Promise<ClientAnswer> =>
  new Promise((done, fail) => {
    const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) }
    const out = request(url, { method, headers: { ...length, ...headers }, agent: false }, (reply) => {
      const chunks: Buffer[] = []
      reply.on("data", (chunk: Buffer) => chunks.push(chunk))
      reply.on("error", fail)
      reply.on("aborted", () => fail(new Error("the answer was cut off")))
      reply.on("end", () => done(answerOf(reply.statusCode ?? 0, reply.headers, Buffer.concat(chunks))))
    })
    out.setTimeout(timeoutMs, () => out.destroy(new Error(`no answer within ${timeoutMs} ms: ${method} ${url}`)))
    out.on("error", fail)
    out.end(body)
  })

const answerOf = (status: number, headers: ClientAnswer["headers"], body: Buffer): ClientAnswer => {
  let json: Record<string, unknown> = {}
  try {
    json = JSON.parse(body.toString("utf8")) as Record<string, unknown>
  } catch {
    // not every response is JSON
  }
  return { status, headers, body, json }
}

export const bearer = (person: ClientUser | null): Record<string, string> => (person ? { authorization: `Bearer ${person.token}` } : {})
export const cookie = (person: ClientUser | null): Record<string, string> => (person ? { cookie: `doujia_session=${person.token}` } : {})

/** Calls the API with a JSON body; GET and DELETE send their input in the URL. */
export const call = (
  url: string,
  key: string,
  input: object = {},
  as: ClientUser | null = null,
  headers: Record<string, string> = {},
): Promise<ClientAnswer> => {
  const [method, path] = key.split(" ") as [string, string]
  if (method === "GET" || method === "DELETE") return send(`${url}/api/v1${path}`, { method, headers: { ...bearer(as), ...headers } })
  return send(`${url}/api/v1${path}`, {
    method,
    headers: { "content-type": "application/json", ...bearer(as), ...headers },
    body: JSON.stringify(input),
  })
}

const personOf = ({ status, json, body }: ClientAnswer): ClientUser => {
  const user = json.user as { id: number; username: string } | undefined
  if (status !== 200 || !user) throw new Error(`no session: ${status} ${body.toString("utf8").slice(0, 300)}`)
  return { id: user.id, username: user.username, token: String(json.token) }
}

/** Returns a random address. The server trusts 127.0.0.1 as its proxy, so every user of a test can have an address of their own. */
export const someAddress = (): string => `198.51.${randomInt(256)}.${randomInt(256)}`

export const login = async (url: string, username: string, password: string): Promise<ClientUser> =>
  personOf(await call(url, "POST /user/login", { username, password }, null, { "x-forwarded-for": someAddress() }))
export const register = async (url: string, username: string): Promise<ClientUser> => {
  const from = { "x-forwarded-for": someAddress() }
  const captcha = await answerCaptcha((await call(url, "GET /user/captcha?type=register", {}, null, from)).json)
  return personOf(
    await call(
      url,
      "POST /user/register",
      { username, email: `${username}@example.org`, password: "correct horse 7", ...captcha },
      null,
      from,
    ),
  )
}

export const sha256 = (content: Buffer | string): string => createHash("sha256").update(content).digest("hex")
export const md5 = (content: Buffer | string): string => createHash("md5").update(content).digest("hex")

const boundary = "----doujia-process-tests"
export const multipartType = `multipart/form-data; boundary=${boundary}`
type Part = { field?: string; name?: string; content: Buffer | string; disposition?: string }

/** Returns the head of one part; `disposition` replaces the whole header, for names that no client would write. */
export const partHead = ({ field = "file", name = "样例.txt", disposition }: Omit<Part, "content">): string =>
  `--${boundary}\r\ncontent-disposition: ${disposition ?? `form-data; name="${field}"; filename="${name.replaceAll('"', "%22")}"`}\r\ncontent-type: application/octet-stream\r\n\r\n`
export const multipartEnd = `\r\n--${boundary}--\r\n`

export const multipart = (parts: Part[]): Buffer => {
  const pieces = parts.flatMap((part, index) => [Buffer.from(`${index ? "\r\n" : ""}${partHead(part)}`), Buffer.from(part.content)])
  return Buffer.concat([...pieces, Buffer.from(parts.length ? multipartEnd : `--${boundary}--\r\n`)])
}

export const upload = (
  url: string,
  as: ClientUser | null,
  name: string,
  content: Buffer | string,
  more: Partial<Part> = {},
): Promise<ClientAnswer> =>
  send(`${url}/api/v1/upload/document`, {
    method: "POST",
    headers: { ...bearer(as), "content-type": multipartType },
    body: multipart([{ name, content, ...more }]),
    timeoutMs: 30_000,
  })

export const attachmentOf = ({ status, json, body }: ClientAnswer): number => {
  const id = (json.data as { id?: number } | undefined)?.id
  if (status !== 200 || !id) throw new Error(`not uploaded: ${status} ${body.toString("utf8").slice(0, 300)}`)
  return id
}

export type Submitted = { id: number; uuid: string; attachment_id: number }
export const submit = async (url: string, as: ClientUser, attachment_id: number, title: string, more: object = {}): Promise<Submitted> => {
  const reply = await call(url, "POST /document", { document: [{ attachment_id, title, ...more }] }, as)
  const [made] = (reply.json.document as Submitted[] | undefined) ?? []
  if (reply.status !== 200 || !made) throw new Error(`not submitted: ${reply.status} ${reply.body.toString("utf8").slice(0, 300)}`)
  return made
}

/** Polls until `look` returns a result. */
export const until = async <T>(what: string, look: () => Promise<T | null | undefined | false>, ms = 20_000): Promise<T> => {
  const end = Date.now() + ms * patience
  for (;;) {
    const result = await look()
    if (result) return result
    if (Date.now() > end) throw new Error(`waited ${ms * patience} ms in vain: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 40))
  }
}

export const documentOf = async (
  url: string,
  uuid: string,
  as: ClientUser | null = null,
): Promise<Record<string, unknown> & { status: number }> => {
  const reply = await call(url, `GET /document?uuid=${uuid}`, {}, as)
  return { ...reply.json, status: reply.status === 200 ? Number(reply.json.status) : -reply.status }
}

export const converted = (url: string, uuid: string, as: ClientUser | null = null, ms = 30_000) =>
  until(
    `document ${uuid} converted`,
    async () => {
      const document = await documentOf(url, uuid, as)
      if (document.status === 3) throw new Error(`conversion failed: ${String(document.convert_error)}`)
      return document.status === 2 ? document : null
    },
    ms,
  )

/** Reads the metrics as a monitoring program on the machine does, with the token in the data folder. */
export const readMetrics = async (url: string, dataDir: string): Promise<string> => {
  const token = await readFile(join(dataDir, "metrics-token"), "utf8")
  return (await send(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } })).body.toString("utf8")
}
