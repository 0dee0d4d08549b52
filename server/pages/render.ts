import { randomBytes } from "node:crypto"
import type { IncomingMessage, ServerResponse } from "node:http"
import inject, { type InjectOptions } from "light-my-request"
import { contentPolicy, withoutNonce } from "./content-policy"
import { databaseSilent } from "../errors"
import { isFramed } from "../wire/headers"
import { plainPage } from "../wire/plain-page"
import { withFirstScriptFirst } from "./first-script"
import { unknownAddress } from "./public-pages"
import type { Dependency } from "./page-dependencies"
import { inRendering } from "./rendering"

/**
 * `incomplete`: the back end did not answer an API call of the render, so the page lacks content.
 * `restricted`: it shows a document with restricted visibility (an unlisted one), so no cache outside this process may store it.
 */
export type RenderedPage = {
  status: number
  type: string
  headers: Record<string, string>
  body: Buffer
  incomplete: boolean
  restricted?: boolean
  dependencies: readonly Dependency[]
}
export type RenderPage = (url: string, headers: Record<string, string>) => Promise<RenderedPage>

/**
 * A header of renders that all visitors share: the guards of `middleware.ts` then have nothing to check. If a visitor sends this header,
 * it is removed.
 */
export const forEverybody = "x-for-everybody"
type NodeHandler = (req: IncomingMessage, res: ServerResponse) => Promise<void>

/** Headers of the rendered response that are passed on. */
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

/**
 * Renders a page with Next in this process, into memory, and adds its content security policy to the headers. A cookie in `headers` renders
 * the page for its user.
 * @throws 503 if the database did not answer
 */
export const createRender = (handle: NodeHandler): RenderPage => {
  const once = createOnce(handle)
  return async (url, headers) => {
    const drawn = await once(url, headers)
    const page = url === unknownAddress && drawn.status === 200 ? { ...drawn, status: 404 } : drawn
    // the page can only guess whether content exists and who may see it; a browser that navigates requests the whole page then
    if (page.incomplete && (page.status !== 200 || headers.rsc !== undefined)) return noBackend
    if (!bare.test(page.body.toString("latin1", 0, 200))) return page
    // a page whose render failed is an empty shell that is filled by script
    if (page.status === 404) return { ...(await once(unknownAddress, headers)), status: 404 }
    return { ...page, body: Buffer.from(page.body.toString("utf8").replace("</body>", `${withoutScript}</body>`)) }
  }
}

/** `plainPage` with the time after which to retry. */
const retryPage = (heading: string, sentence: string): Pick<RenderedPage, "type" | "headers" | "body"> => {
  const page = plainPage(heading, sentence)
  return { ...page, headers: { "retry-after": "5", ...page.headers } }
}

/** Shows the visitor that the back end is unavailable. The links on the page retry and lead home. */
const noBackend: RenderedPage = {
  ...retryPage("后端暂时没有回应", "网站还在，它的数据暂时取不到。登录没有失效，请稍后再试。"),
  status: 502,
  incomplete: true,
  dependencies: [],
}

/** For a visitor who has opened too many new pages. */
export const tooManyPages: RenderedPage = {
  ...retryPage("打开得太快了", "请等几秒钟再试。"),
  status: 429,
  incomplete: false,
  dependencies: [],
}

const bare = /<html[^>]* id="__next_error__"/
const withoutScript =
  '<noscript><main style="font:16px/2 sans-serif;text-align:center;padding:15vh 16px"><h1>页面暂时打不开</h1><p>请稍后再试。</p><a href="/">返回首页</a></main></noscript>'

const createOnce =
  (handle: NodeHandler): RenderPage =>
  async (url, headers) => {
    const nonce = randomBytes(16).toString("hex")
    const request: InjectOptions = {
      method: "GET",
      url,
      // Next and the layout read the nonce of their scripts from this header; a value sent by a visitor is overwritten
      headers: {
        host: "localhost",
        accept: "text/html",
        "accept-encoding": "identity",
        ...headers,
        "content-security-policy": `script-src 'nonce-${nonce}'`,
      },
    }
    const serve = (req: object, res: object) => void handle(req as IncomingMessage, res as ServerResponse)
    const draw = async () => {
      // as a stream: otherwise inject would also convert the whole page to a string
      const reply = await inject(serve, { ...request, payloadAsStream: true })
      return { reply, body: Buffer.concat(await reply.stream().toArray()) }
    }
    const { result, incomplete, outage, restricted, dependencies } = await inRendering(draw, headers.rsc === undefined)
    // a page without its data would claim that its content does not exist
    if (outage) throw databaseSilent()
    const { reply, body } = result
    const responseHeaders: Record<string, string> = Object.fromEntries(
      passed.flatMap((name) => (reply.headers[name] ? [[name, String(reply.headers[name])]] : [])),
    )
    if (responseHeaders.location) responseHeaders.location = ownLocation(responseHeaders.location, headers.host ?? "localhost")
    // Next sends 308, which not every crawler supports; only GET requests are rendered
    const status = reply.statusCode === 308 ? 301 : reply.statusCode
    const type = String(reply.headers["content-type"] ?? "text/plain")
    const page = { status, type, headers: responseHeaders, incomplete, restricted, dependencies }
    // client-side navigations carry the nonce too, as a property of the layout's script
    if (!/^text\/(html|x-component)/.test(page.type)) return { ...page, body }
    // each byte becomes one character: the searched text is ASCII, so nothing needs decoding
    const isPage = page.type.startsWith("text/html")
    const text = isPage ? withFirstScriptFirst(body.toString("latin1")) : body.toString("latin1")
    if (isPage) responseHeaders["content-security-policy"] = contentPolicy(text, nonce, isFramed(url.split("?")[0]!))
    return { ...page, body: Buffer.from(withoutNonce(text, nonce), "latin1") }
  }

/** Makes redirects within the site relative: behind a proxy this process does not know the host name. */
const ownLocation = (location: string, host: string): string => {
  const url = URL.canParse(location) ? new URL(location) : null
  return url && url.host === host ? `${url.pathname}${url.search}${url.hash}` : location
}
