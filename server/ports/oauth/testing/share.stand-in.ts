import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

export type ShareStandIn = {
  url: string
  app: { client_id: string; client_secret: string }
  /** Received calls, in order. */
  calls: string[]
  /** WeChat refuses with this number from now on; "hang" sends no answer, null restores normal behaviour. */
  refuse(code: number | "hang" | null): void
  /** The current ticket. */
  ticket(): string
  close(): Promise<void>
}

/**
 * Starts a mock server for the two calls of WeChat's official account that a share needs: the stable token and the JS ticket, with their
 * checks and messages.
 */
export const startShareStandIn = async (): Promise<ShareStandIn> => {
  const app = { client_id: "wx0123456789abcdef", client_secret: "the account's own secret" }
  const calls: string[] = []
  let refused: number | "hang" | null = null
  let round = 0
  const answer = (path: string, query: URLSearchParams, method: string, body: Record<string, unknown>): object => {
    if (typeof refused === "number") return { errcode: refused, errmsg: "the stand-in says no" }
    if (method === "POST" && path === "/cgi-bin/stable_token") {
      if (body.grant_type !== "client_credential") return { errcode: 40002, errmsg: "invalid grant_type" }
      if (body.appid !== app.client_id) return { errcode: 40013, errmsg: "invalid appid" }
      if (body.secret !== app.client_secret) return { errcode: 40125, errmsg: "invalid appsecret" }
      return { access_token: "token-of-the-account", expires_in: 7200 }
    }
    if (path === "/cgi-bin/ticket/getticket" && query.get("type") === "jsapi") {
      if (query.get("access_token") !== "token-of-the-account") return { errcode: 40001, errmsg: "invalid credential" }
      return { errcode: 0, errmsg: "ok", ticket: `ticket-${++round}`, expires_in: 7200 }
    }
    return { errcode: 43002, errmsg: "require POST method" }
  }
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://stand-in")
    calls.push(`${request.method} ${url.pathname}`)
    let text = ""
    request.on("data", (chunk: Buffer) => (text += chunk.toString("utf8")))
    request.on("end", () => {
      if (refused === "hang") return
      response.writeHead(200, { "content-type": "application/json" })
      response.end(
        JSON.stringify(
          answer(url.pathname, url.searchParams, request.method ?? "", text ? (JSON.parse(text) as Record<string, unknown>) : {}),
        ),
      )
    })
  })
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    app,
    calls,
    refuse: (code) => void (refused = code),
    ticket: () => `ticket-${round}`,
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}
