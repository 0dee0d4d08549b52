import type { IncomingMessage, ServerResponse } from "node:http"
import inject from "light-my-request"

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

/** Renders a page with Next, in process, into memory. A cookie in `headers` makes it a person's page. */
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
    const reply = await inject((req, res) => void handle(req as unknown as IncomingMessage, res as unknown as ServerResponse), {
      method: "GET",
      url,
      headers: { host: "localhost", accept: "text/html", "accept-encoding": "identity", ...headers },
    })
    const found: Record<string, string> = Object.fromEntries(
      passed.flatMap((name) => (reply.headers[name] ? [[name, String(reply.headers[name])]] : [])),
    )
    if (found.location) found.location = ownLocation(found.location, headers.host ?? "localhost")
    return { status: reply.statusCode, type: String(reply.headers["content-type"] ?? "text/plain"), headers: found, body: reply.rawPayload }
  }

/** Makes redirects within the site relative: behind a proxy this process does not know the host name. */
const ownLocation = (location: string, host: string): string => {
  const url = URL.canParse(location) ? new URL(location) : null
  return url && url.host === host ? `${url.pathname}${url.search}${url.hash}` : location
}
