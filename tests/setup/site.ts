import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { expect } from "vitest"
import { openApiDocument } from "../../lib/contract/openapi/document"
import { apiPath } from "../../lib/contract/streams"
import { createSite } from "../../server/wire/site"
import { closeAtTheEnd } from "./opened"
import type { TestApp } from "./test-app"

type Response = { $ref?: string; content?: Record<string, unknown> }
type Operations = Record<string, { responses: Record<string, Response>; servers?: { url: string }[] }>
type Described = { paths: Record<string, Operations>; components: { responses: Record<string, Response> } }

const templates: [RegExp, string][] = [
  [/^\/upload\/tus\/[^/]+$/, "/upload/tus/{id}"],
  [/^\/opds\/file\/[^/]+$/, "/opds/file/{uuid}"],
]

let described: Described | undefined
/** Returns what the API document does not say about an answer, "" if it describes the answer or has no such request. */
const undocumented = (method: string, path: string, status: number, type: string): string => {
  described ??= openApiDocument("0.0.0-test") as Described
  const isCall = path.startsWith(`${apiPath}/`)
  const below = isCall ? path.slice(apiPath.length) : path
  const template = templates.find(([pattern]) => pattern.test(below))?.[1] ?? below
  const operation = described.paths[template]?.[method.toLowerCase()]
  // a request outside of the API names its own server
  if (!operation || isCall !== (operation.servers === undefined)) return ""
  const named = operation.responses[status]
  if (!named) return `${method} ${path} ${status}`
  const { content } = named.$ref ? described.components.responses[named.$ref.slice("#/components/responses/".length)]! : named
  const media = type.split(";", 1)[0]!
  return content && media && method !== "HEAD" && !(media in content) ? `${method} ${path} ${status} ${media}` : ""
}

/**
 * Starts the back end on the network, without pages, and returns its URL; stopped when the file's tests end. Fails if it answers with a
 * status or a media type that the API document does not list. `trustedProxies` with 127.0.0.1 lets requests name their address.
 */
export const siteOf = async (app: TestApp, trustedProxies: string[] = []): Promise<string> => {
  const site = createSite(app, { trustedProxies, pages: null, log: app.log })
  const faults = new Set<string>()
  const server = createServer((req, res) => {
    const [method = "", path = ""] = [req.method, (req.url ?? "").split("?", 1)[0]]
    res.on("finish", () => {
      const fault = undocumented(method, path, res.statusCode, String(res.getHeader("content-type") ?? ""))
      if (fault) faults.add(fault)
    })
    void site(req, res)
  }).listen(0, "127.0.0.1")
  await new Promise((done) => server.once("listening", done))
  closeAtTheEnd(async () => {
    server.closeAllConnections()
    server.close()
    expect([...faults], "answers that the API document does not describe").toEqual([])
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
