import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { expect } from "vitest"
import { openApiDocument } from "../../lib/contract/openapi/document"
import { apiPath } from "../../lib/contract/streams"
import { createSite } from "../../server/wire/site"
import { closeAtTheEnd } from "./opened"
import type { TestApp } from "./test-app"

type Operations = Record<string, { responses: Record<string, unknown>; servers?: { url: string }[] }>

/** Returns the statuses that the document lists for a request; undefined if it describes no such request. */
const documentedStatuses = (() => {
  let paths: Record<string, Operations> | undefined
  return (method: string, path: string): string[] | undefined => {
    paths ??= openApiDocument("0.0.0-test").paths as Record<string, Operations>
    const below = path.startsWith(`${apiPath}/`) ? path.slice(apiPath.length) : path
    const template = /^\/upload\/tus\/[^/]+$/.test(below)
      ? "/upload/tus/{id}"
      : /^\/opds\/file\/[^/]+$/.test(below)
        ? "/opds/file/{uuid}"
        : below
    const operation = paths[template]?.[method.toLowerCase()]
    return operation && (path !== below) === !operation.servers ? Object.keys(operation.responses) : undefined
  }
})()

/** Starts the back end on the network, without pages, and returns its URL; stopped when the file's tests end. Fails if it answers with a
 * status that the API document does not list. */
export const siteOf = async (app: TestApp): Promise<string> => {
  const site = createSite(app, { trustedProxies: [], pages: null, log: app.log })
  const undocumented = new Set<string>()
  const server = createServer((req, res) => {
    const [method = "", path = ""] = [req.method, (req.url ?? "").split("?", 1)[0]]
    res.on("finish", () => {
      const statuses = documentedStatuses(method, path)
      if (statuses && !statuses.includes(String(res.statusCode))) undocumented.add(`${method} ${path} ${res.statusCode}`)
    })
    void site(req, res)
  }).listen(0, "127.0.0.1")
  await new Promise((done) => server.once("listening", done))
  closeAtTheEnd(async () => {
    server.closeAllConnections()
    server.close()
    expect([...undocumented], "statuses that the API document does not list").toEqual([])
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
