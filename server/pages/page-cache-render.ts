import { cacheTag } from "../ports/cdn/cdn.port"
import { compress } from "../wire/compressed"
import { isItemPage, type CacheEntry } from "./page-cache-entry"
import { dependenciesOfPath, type Dependency } from "./page-dependencies"
import type { PageRequest } from "./public-pages"
import type { RenderedPage, RenderPage } from "./render"

/** Next's 404 marker in RSC responses. */
const rscNotFound = "NEXT_HTTP_ERROR_FALLBACK;404"

type Options = {
  listSeconds: () => number
  itemSeconds: () => number
  maxAgeSeconds: number
  /** whether the page may be written to disk, which requires its snapshot */
  usesDisk: (request: PageRequest) => boolean
  snapshotXmin: (() => Promise<number>) | undefined
  mayCdnKeep: () => Promise<boolean>
  render: RenderPage
}

/** Renders one page with Next, compresses it, and decides how long it stays fresh. */
export const createEntryRenderer =
  ({ listSeconds, itemSeconds, maxAgeSeconds, usesDisk, snapshotXmin, mayCdnKeep, render }: Options) =>
  async (request: PageRequest): Promise<CacheEntry> => {
    const { path, url, headers, anonymousOnly } = request
    const renderedAt = Date.now()
    const xmin = usesDisk(request) && snapshotXmin ? await snapshotXmin() : 0
    const rendered = await render(url, headers)
    const notFound = isNotFound(rendered, headers)
    const dependencies = [...new Set([...dependenciesOfPath(path), ...rendered.dependencies])]
    const isFound = rendered.status === 200 && !notFound
    const caching = cachingOf(request, rendered, isFound && isItemPage(path) && (await mayCdnKeep()) ? tagsOf(dependencies) : "")
    const page = await compress(rendered.status, { ...rendered.headers, "content-type": rendered.type, ...caching }, rendered.body)
    const now = Date.now()
    // a page for anonymous visitors contains nothing but settings
    const isItem = isFound && (anonymousOnly || isItemPage(path))
    return {
      page: { ...page, notFound },
      dependencies,
      renderedAt,
      snapshotXmin: xmin,
      freshUntil: now + (isItem ? itemSeconds() : listSeconds()) * 1000,
      expiresAt: now + maxAgeSeconds * 1000,
      incomplete: rendered.incomplete,
    }
  }

const isNotFound = ({ status, body }: RenderedPage, headers: PageRequest["headers"]): boolean =>
  status === 404 || status === 410 || (headers.rsc !== undefined && body.includes(rscNotFound))

/** How long a CDN may keep a page, and serve it while it fetches the next (s). A purge that it refuses is as late as both. */
const [sharedSeconds, staleSeconds] = [60, 30]
/** Maximum length of `Cache-Tag` (Cloudflare accepts 16 KB). A page with more is not kept. */
const mostTags = 8_000

/** Returns `Cache-Tag`: the documents, articles and users that the page shows; "" if there are too many. */
const tagsOf = (dependencies: readonly Dependency[]): string => {
  const tags = dependencies.flatMap((one) => {
    const [, kind, id] = /^(document|article|user) (\S+)$/.exec(one) ?? []
    if (kind) return [cacheTag(kind as "document", id!)]
    // an id of the kind that the page lists: either, because the row did not say which
    const [, beside] = /^beside (\S+)$/.exec(one) ?? []
    return beside ? [cacheTag("document", beside), cacheTag("article", beside)] : []
  })
  const text = [...new Set(tags)].join(",")
  return text.length > mostTags ? "" : text
}

/** `tags`: set if a CDN may keep the page. Lists are left out: each new document changes them. */
const cachingOf = ({ anonymousOnly }: PageRequest, { incomplete, restricted }: RenderedPage, tags: string): Record<string, string> => {
  if (anonymousOnly || restricted) return { "cache-control": "private, no-store" }
  if (incomplete) return { "cache-control": "no-store" }
  if (!tags) return { "cache-control": "public, max-age=0, must-revalidate" }
  return {
    "cache-control": `public, max-age=0, s-maxage=${sharedSeconds}, stale-while-revalidate=${staleSeconds}`,
    "cache-tag": tags,
  }
}
