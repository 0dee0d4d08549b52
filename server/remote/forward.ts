import { request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http"
import { request as httpsRequest } from "node:https"
import { pipeline } from "node:stream/promises"
import qs from "qs"
import { bodyOf } from "../wire/api"
import { bearerOf, sessionOf } from "../wire/cookies"
import { sendAnswer, sendFailure, type ContractCall } from "./answer"
import { ill } from "./failures"
import { requestHeaders } from "./headers"
import { refusingUpgrades } from "./transport"

/** How long the remote server may be silent while it answers a browser (ms). */
const silentMs = 30_000

/** `address`: the visitor's address as this process sees it. `known`: a call of the contract, whose answer is parsed and completed. */
type Passed = { origin: URL; path: string; query: string; address: string; contractCall: ContractCall | null }

/** Private page images are requested by `<img>`, which sends this site's cookie; the remote server only accepts the Bearer header. */
const cookieToken = (req: IncomingMessage, path: string): string =>
  (req.method === "GET" || req.method === "HEAD") && path.startsWith("/view/") && !bearerOf(req) ? sessionOf(req) : ""

/** Passes a request on, streaming in both directions. Only answers of known calls are parsed and completed. */
export const passOn = async (req: IncomingMessage, res: ServerResponse, passed: Passed): Promise<void> => {
  const { origin, path, address, contractCall } = passed
  const headers = requestHeaders(req.headers, origin, address)
  const token = cookieToken(req, path)
  if (token) headers.authorization = `Bearer ${token}`
  if (!contractCall && req.headers["accept-encoding"]) headers["accept-encoding"] = String(req.headers["accept-encoding"])
  const body = req.method === "DELETE" ? qs.stringify(await bodyOf(req), { arrayFormat: "repeat", skipNulls: true }) : null
  // Compatible servers read the input of a deletion only from the query.
  if (body !== null) for (const name of ["content-length", "content-type"]) delete headers[name]
  const query = [passed.query, body].filter(Boolean).join("&")
  const send = origin.protocol === "https:" ? httpsRequest : httpRequest
  await new Promise<void>((done, fail) => {
    const out = send(
      {
        hostname: origin.hostname,
        port: origin.port,
        protocol: origin.protocol,
        method: req.method,
        path: `${origin.pathname.replace(/\/$/, "")}${path}${query ? `?${query}` : ""}`,
        headers,
      },
      (reply) => {
        sendAnswer(reply, req, res, { origin, path, contractCall, mine: token !== "" }).then(done, fail)
      },
    )
    refusingUpgrades(out)
    out.setTimeout(silentMs, () => out.destroy())
    out.on("error", () => {
      if (res.headersSent) res.destroy()
      else sendFailure(req, res, ill())
      done()
    })
    req.on("aborted", () => out.destroy())
    if (body === null) pipeline(req, out).catch(() => undefined)
    else out.end()
  })
}
