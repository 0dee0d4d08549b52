import { randomBytes } from "node:crypto"
import type { IncomingMessage, ServerResponse } from "node:http"
import inject from "light-my-request"
import { contentPolicy, withoutNonce } from "./content-policy"
import { isFramed } from "./headers"

export type RenderedPage = { status: number; type: string; headers: Record<string, string>; body: Buffer }
export type RenderPage = (url: string, headers: Record<string, string>) => Promise<RenderedPage>
type NodeHandler = (req: IncomingMessage, res: ServerResponse) => Promise<void>

/** Headers of the rendering that are passed on. */
const passed = [
  "location",
  "vary",
  "x-nextjs-redirect",
  "x-nextjs-rewritten-path",
  "x-nextjs-postponed",
  "x-nextjs-prerender",
  "x-nextjs-stale-time",
  "refresh",
  "set-cookie",
]

/** Renders a page with Next, in process, into memory, with its policy among the headers. A cookie in `headers` makes it a person's page. */
export const createRender = (handle: NodeHandler): RenderPage => {
  const once = createOnce(handle)
  return async (url, headers) => {
    const page = await once(url, headers)
    if (!bare.test(page.body.toString("latin1", 0, 200))) return page
    // a page whose rendering failed is an empty shell that is filled by script
    if (page.status === 404) return { ...(await once(unknownAddress, headers)), status: 404 }
    return { ...page, body: Buffer.from(page.body.toString("utf8").replace("</body>", `${withoutScript}</body>`)) }
  }
}

const bare = /<html[^>]* id="__next_error__"/
/** An address without a page, which Next renders as the 404 page. */
const unknownAddress = "/404/not-found"
const withoutScript =
  '<noscript><main style="font:16px/2 sans-serif;text-align:center;padding:15vh 16px"><h1>页面暂时打不开</h1><p>请稍后再试。</p><a href="/">返回首页</a></main></noscript>'

const createOnce =
  (handle: NodeHandler): RenderPage =>
  async (url, headers) => {
    const nonce = randomBytes(16).toString("hex")
    const reply = await inject((req, res) => void handle(req as unknown as IncomingMessage, res as unknown as ServerResponse), {
      method: "GET",
      url,
      // Next and the layout read the nonce of their scripts from this header; what a visitor sent under its name is overwritten
      headers: {
        host: "localhost",
        accept: "text/html",
        "accept-encoding": "identity",
        ...headers,
        "content-security-policy": `script-src 'nonce-${nonce}'`,
      },
    })
    const found: Record<string, string> = Object.fromEntries(
      passed.flatMap((name) => (reply.headers[name] ? [[name, String(reply.headers[name])]] : [])),
    )
    if (found.location) found.location = ownLocation(found.location, headers.host ?? "localhost")
    const page = { status: reply.statusCode, type: String(reply.headers["content-type"] ?? "text/plain"), headers: found }
    // navigations inside the browser carry the nonce too, as a property of the layout's script
    if (!/^text\/(html|x-component)/.test(page.type)) return { ...page, body: reply.rawPayload }
    const text = reply.rawPayload.toString("utf8")
    if (page.type.startsWith("text/html")) found["content-security-policy"] = contentPolicy(text, nonce, isFramed(url.split("?")[0]!))
    return { ...page, body: Buffer.from(withoutNonce(text, nonce)) }
  }

/** Makes redirects within the site relative: behind a proxy this process does not know the host name. */
const ownLocation = (location: string, host: string): string => {
  const url = URL.canParse(location) ? new URL(location) : null
  return url && url.host === host ? `${url.pathname}${url.search}${url.hash}` : location
}
