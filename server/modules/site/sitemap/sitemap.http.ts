import { Transform } from "node:stream"
import { pipeline } from "node:stream/promises"
import { createGunzip, createGzip } from "node:zlib"
import { originOf } from "@/lib/rules/path"
import { createCtx, type Services } from "@/server/context"
import { notFound, unavailable } from "@/server/errors"
import { settingsOf } from "../settings/settings.usecases"
import { sitemapIndex, type SitemapManifest } from "./sitemap.rules"
import { partKey, readManifest, refreshSitemap } from "./sitemap.usecases"
import { compress, send } from "@/server/wire/compressed"
import type { HttpExchange } from "@/server/module"

/** How long the first request for a sitemap waits until it is built (ms); a large one continues in the background. */
const firstBuildingMs = 10_000
/** Retry-After for search engines if building takes longer (seconds). */
const retrySeconds = 60
const building = new WeakMap<Services, Promise<SitemapManifest>>()

const buildFirst = async (app: Services): Promise<SitemapManifest> => {
  const running = building.get(app) ?? refreshSitemap(createCtx(app)).finally(() => building.delete(app))
  building.set(app, running)
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((done) => (timer = setTimeout(() => done(null), firstBuildingMs)))
  const built = await Promise.race([running, late]).finally(() => clearTimeout(timer))
  if (!built) {
    running.catch((error: unknown) => app.log.error({ err: error }, "站点地图没有建成"))
    throw unavailable("站点地图正在生成，请稍后再来", retrySeconds)
  }
  return built
}

/** Returns the site's origin: that of the settings, else the request's Host, which is valid only for this visitor. */
const addressOf = async (app: Services, { req }: HttpExchange) => {
  const siteOrigin = originOf((await settingsOf(app, "system")).domain)
  const host = req.headers.host ?? ""
  return { own: siteOrigin, origin: siteOrigin || `http://${/^[\w.:[\]-]+$/.test(host) ? host : "localhost"}` }
}

/**
 * Serves `/sitemap.xml` and its parts, as stored by a job. `open`: shared caches may store it, but only if the settings contain the domain.
 * Otherwise the URLs repeat the request's Host, and one visitor's Host would be served to all.
 */
export const serveSitemap = async (app: Services, exchange: HttpExchange, open: boolean): Promise<void> => {
  const { req, res, path } = exchange
  const [{ own: siteOrigin, origin }, stored] = await Promise.all([addressOf(app, exchange), readManifest(app)])
  const manifest = stored ?? (await buildFirst(app))
  const caching = { "cache-control": open && siteOrigin ? "public, max-age=3600" : "private, no-store" }
  if (path !== "/sitemap.xml") return servePart(app, exchange, manifest, origin, caching)
  const headers = { "content-type": "application/xml; charset=utf-8", ...caching }
  send(await compress(200, headers, Buffer.from(sitemapIndex(origin, manifest.parts))), req, res)
}

const servePart = async (
  app: Services,
  { req, res, path }: HttpExchange,
  manifest: SitemapManifest,
  origin: string,
  caching: { "cache-control": string },
): Promise<void> => {
  const name = /^\/sitemap\/([a-z]+(?:-\d+)?)\.xml\.gz$/.exec(path)?.[1]
  const part = manifest.parts.find((one) => one.name === name)
  const stored = part && (await app.storage.open(partKey(part.name)))
  if (!stored) throw notFound("没有这一份站点地图")
  const same = manifest.origin === origin
  const headers = { "content-type": "application/gzip", ...caching, ...(same ? { "content-length": stored.size } : {}) }
  res.writeHead(200, headers)
  if (req.method === "HEAD") {
    stored.stream.destroy()
    return void res.end()
  }
  if (same) return pipeline(stored.stream, res)
  return pipeline(stored.stream, createGunzip(), replacing(manifest.origin, origin), createGzip(), res)
}

/** Replaces the origin of URLs, line by line: no URL spans two lines. */
const replacing = (from: string, to: string): Transform => {
  let rest = ""
  const given = (text: string) => text.replaceAll(`loc>${from}/`, `loc>${to}/`)
  return new Transform({
    transform(chunk: Buffer, _, done) {
      const text = rest + chunk.toString("latin1")
      const end = text.lastIndexOf("\n") + 1
      rest = text.slice(end)
      done(null, Buffer.from(given(text.slice(0, end)), "latin1"))
    },
    flush(done) {
      done(null, Buffer.from(given(rest), "latin1"))
    },
  })
}
