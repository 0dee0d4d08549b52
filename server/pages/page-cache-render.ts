import { compress } from "../wire/compressed"
import { isItemPage, type CacheEntry } from "./page-cache-entry"
import { dependenciesOfPath } from "./page-dependencies"
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
  render: RenderPage
}

/** Renders one page with Next, compresses it, and decides how long it stays fresh. */
export const createEntryRenderer =
  ({ listSeconds, itemSeconds, maxAgeSeconds, usesDisk, snapshotXmin, render }: Options) =>
  async (request: PageRequest): Promise<CacheEntry> => {
    const { path, url, headers, anonymousOnly } = request
    const renderedAt = Date.now()
    const xmin = usesDisk(request) && snapshotXmin ? await snapshotXmin() : 0
    const rendered = await render(url, headers)
    const notFound = isNotFound(rendered, headers)
    const page = await compress(
      rendered.status,
      { ...rendered.headers, "content-type": rendered.type, "cache-control": cacheControl(request, rendered) },
      rendered.body,
    )
    const now = Date.now()
    // a page for anonymous visitors contains only settings
    const isItem = rendered.status === 200 && !notFound && (anonymousOnly || isItemPage(path))
    return {
      page: { ...page, notFound },
      dependencies: [...new Set([...dependenciesOfPath(path), ...rendered.dependencies])],
      renderedAt,
      snapshotXmin: xmin,
      freshUntil: now + (isItem ? itemSeconds() : listSeconds()) * 1000,
      expiresAt: now + maxAgeSeconds * 1000,
      incomplete: rendered.incomplete,
    }
  }

const isNotFound = ({ status, body }: RenderedPage, headers: PageRequest["headers"]): boolean =>
  status === 404 || status === 410 || (headers.rsc !== undefined && body.includes(rscNotFound))

const cacheControl = ({ anonymousOnly }: PageRequest, { incomplete, restricted }: RenderedPage): string => {
  if (anonymousOnly || restricted) return "private, no-store"
  return incomplete ? "no-store" : "public, max-age=0, must-revalidate"
}
