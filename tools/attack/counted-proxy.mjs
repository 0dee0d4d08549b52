import { createServer, request } from "node:http"
import { randomInt } from "node:crypto"

/** @typedef {{ url: string, sent: () => number, faults: () => string[], reached: () => Set<string>, close: () => void }} CountedProxy */

/** A foreign network, so that the limits per network do not end the attack. */
const somewhere = () => `198.51.${randomInt(256)}.${randomInt(1, 255)}`

/** Matches "GET /document/12" for "GET /document/{id}". @param {string} operation */
const patternOf = (operation) =>
  new RegExp(
    `^${operation
      .split(/\{[^}]+\}/)
      .map((part) => part.replace(/[$()*+.?[\\\]^{|}]/g, "\\$&"))
      .join("[^/]+")}$`,
  )

/** Longer requests than the site accepts, so that the site and not the proxy refuses them (bytes). */
const maxHeaderSize = 1_048_576

/**
 * A proxy on 127.0.0.1 in front of the site at `url`, which counts the requests and notes every 5xx. `onLimit` is called once after `max`
 * requests; every further request is refused. A request with `token` gets the token of the current session instead: the attack may end its
 * own session, and `renew` opens the next one. `operations` are counted as reached, as the API document writes them: "GET /document/{id}".
 * @param {{ url: string, max: number, onLimit: () => void, token: string, renew: () => Promise<string>, operations?: string[] }} options
 * @returns {Promise<CountedProxy>}
 */
export const openCountedProxy = async ({ url, max, onLimit, token, renew, operations = [] }) => {
  const { hostname, port } = new URL(url)
  let sent = 0
  let current = token
  /** @type {Promise<void> | null} */
  let renewing = null
  /** @type {string[]} */
  const faults = []
  /** @type {Set<string>} */
  const reached = new Set()
  const patterns = operations.map((operation) => ({ operation, pattern: patternOf(operation) }))
  const server = createServer({ maxHeaderSize }, (req, res) => {
    sent += 1
    if (sent === max + 1) onLimit()
    if (sent > max) return void res.writeHead(503, { "retry-after": "60", "content-type": "text/plain" }).end()
    const line = `${req.method} ${req.url?.split("?")[0]}`
    for (const { operation, pattern } of patterns) if (pattern.test(line)) reached.add(operation)
    const isOwn = token !== "" && req.headers.authorization === `Bearer ${token}`
    const headers = { ...req.headers, "x-forwarded-for": somewhere(), ...(isOwn && { authorization: `Bearer ${current}` }) }
    const used = current
    const out = request({ hostname, port, method: req.method, path: req.url, headers, agent: false }, (reply) => {
      const status = reply.statusCode ?? 502
      if (status >= 500 && status !== 503) faults.push(`${req.method} ${req.url} ${status}`)
      if (status === 401 && isOwn && used === current)
        renewing ??= renew()
          .then((next) => void (current = next))
          .catch(() => undefined)
          .finally(() => (renewing = null))
      res.writeHead(status, reply.headers)
      reply.pipe(res)
    })
    out.on("error", () => res.destroy())
    res.on("close", () => out.destroy())
    req.pipe(out)
  })
  await new Promise((done) => server.listen(0, "127.0.0.1", () => done(undefined)))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`,
    sent: () => Math.min(sent, max),
    faults: () => faults,
    reached: () => reached,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
