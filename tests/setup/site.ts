import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { createSite } from "../../server/wire/site"
import { closeAtTheEnd } from "./opened"
import type { TestApp } from "./test-app"

/** Starts the back end on the network, without pages, and returns its URL; stopped when the file's tests end. */
export const siteOf = async (app: TestApp): Promise<string> => {
  const site = createSite(app, { trustedProxies: [], pages: null, log: app.log })
  const server = createServer((req, res) => void site(req, res)).listen(0, "127.0.0.1")
  await new Promise((done) => server.once("listening", done))
  closeAtTheEnd(async () => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
