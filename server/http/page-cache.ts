import type { IncomingMessage, ServerResponse } from "node:http"
import { LRUCache } from "lru-cache"
import type { Subject } from "../db/events"
import { compress, type Compressed, send } from "./compressed"
import type { AskedPage } from "./public-pages"
import type { RenderedPage, RenderPage } from "./render"

/** Next's 404 marker in RSC answers. */
const notFoundWord = "NEXT_HTTP_ERROR_FALLBACK;404"

/** Pages that show a kind of data; a change drops them. */
const shown: Record<Exclude<Subject, "*" | "settings" | "navigation" | "arrived">, (path: string, id: string) => boolean> = {
  progress: (path, id) => path === `/document/${id}` || path === `/embed/${id}`,
  document: (path, id) => path === `/document/${id}` || path === `/embed/${id}` || path === "/" || /^\/(category|search|user)/.test(path),
  article: (path) => path === "/" || /^\/(article|search|user)/.test(path),
  home: (path) => path === "/",
  category: () => true,
  user: (path, id) => path.startsWith(`/user/${id}`) || path.startsWith("/document/"),
}

/**
 * So long the other pages that show a document may miss that it has come, or that its own pages are there now. Many uploads
 * would otherwise have them rendered again at every step, and every visit would wait for that.
 */
const arrivedMs = 5_000

/** `missing`: the page is a 404. RSC answers have status 200 and a marker instead. */
type CachedPage = Compressed & { missing: boolean }
/** Fresh `until`; given out while it is rendered again until `end`, and as long as nothing better can be rendered. `ill` ones are never kept. */
type Entry = { page: CachedPage; path: string; until: number; end: number; ill: boolean }
type Options = {
  megabytes: number
  seconds: () => number
  /** how long a page may be shown when nobody says what changes; for ever where every change is announced */
  maxSeconds?: number
  render: RenderPage
  count: (result: "hit" | "stale" | "miss") => void
}

/**
 * Stands in front of Next: the same bytes for everybody, rendered once however many ask, kept for some seconds,
 * given out stale while a new one is rendered, dropped when what it shows changes.
 */
export const createPageCache = ({ megabytes, seconds, maxSeconds = Number.POSITIVE_INFINITY, render, count }: Options) => {
  // with 0 MB nothing fits, but the cache itself wants a size
  const kept = new LRUCache<string, Entry>({
    maxSize: Math.max(1, megabytes * 1024 * 1024),
    sizeCalculation: (entry) => entry.page.bytes + 500,
  })
  const coming = new Map<string, { path: string; entry: Promise<Entry>; aged: boolean }>()

  const refresh = (asked: AskedPage): Promise<Entry> => {
    const { key, path } = asked
    const running = coming.get(key)
    if (running) return running.entry
    const work = { path, entry: draw(asked), aged: false }
    coming.set(key, work)
    const done = () => {
      if (coming.get(key) === work) coming.delete(key)
    }
    work.entry.then((entry) => {
      const older = entry.ill ? kept.peek(key) : undefined
      // better old than without data: it is given out at once until the back end is there again
      if (older) older.end = Number.POSITIVE_INFINITY
      // a rendering that began before a change is not cached
      if (coming.get(key) === work && entry.page.status < 500 && !entry.ill) kept.set(key, entry)
      if (work.aged) age(entry)
      done()
    }, done)
    return work.entry
  }

  /** Kept a moment longer, then given out once more while it is rendered again. */
  const age = (entry: Entry) => void (entry.until = Math.min(entry.until, Date.now() + arrivedMs))

  const draw = async ({ path, url, headers }: AskedPage): Promise<Entry> => {
    const rendered: RenderedPage = await render(url, headers)
    const missing = rendered.status === 404 || (headers.rsc !== undefined && rendered.body.includes(notFoundWord))
    const page = await compress(
      rendered.status,
      {
        ...rendered.headers,
        "content-type": rendered.type,
        "cache-control": rendered.ill ? "no-store" : "public, max-age=0, must-revalidate",
      },
      rendered.body,
    )
    const now = Date.now()
    return { page: { ...page, missing }, path, until: now + seconds() * 1000, end: now + maxSeconds * 1000, ill: rendered.ill }
  }

  return {
    /**
     * Answers from memory (at once, not in a promise: this is the way of nearly every visit) or after one rendering.
     * The page itself, so that one that is missing can be looked at again for its owner. An old page is rendered again only
     * where `mayRender` says so: the visitor's share of renderings.
     */
    page: (asked: AskedPage, mayRender: () => boolean): CachedPage | Promise<CachedPage> => {
      const { key } = asked
      const cached = kept.get(key)
      if (cached && cached.until > Date.now()) {
        count("hit")
        return cached.page
      }
      if (cached && cached.end <= Date.now()) {
        count("miss")
        // an old page is better than one that the back end gave no data for
        if (!mayRender()) return cached.page
        return refresh(asked).then(
          (entry) => (entry.ill ? cached.page : entry.page),
          () => cached.page,
        )
      }
      if (cached) {
        count("stale")
        // after this answer: a rendering blocks the process for some milliseconds
        setImmediate(() => {
          if (kept.peek(key) === cached && (coming.has(key) || mayRender())) refresh(asked).catch(() => undefined)
        })
        return cached.page
      }
      count("miss")
      return refresh(asked).then((entry) => entry.page)
    },
    /** True if this page is neither kept nor being rendered: asking for it costs a rendering. */
    isNew: ({ key }: AskedPage): boolean => !kept.has(key) && !coming.has(key),
    send: (page: Compressed, req: IncomingMessage, res: ServerResponse) => send(page, req, res),
    drop: (what: Subject, id: string) => {
      if (what === "arrived") {
        for (const entry of kept.values()) if (shown.document(entry.path, id)) age(entry)
        for (const work of coming.values()) if (shown.document(work.path, id)) work.aged = true
        what = "progress"
      }
      const matches = what === "*" || what === "settings" || what === "navigation" ? () => true : (path: string) => shown[what](path, id)
      for (const [key, entry] of kept.entries()) if (matches(entry.path)) kept.delete(key)
      for (const [key, work] of coming) if (matches(work.path)) coming.delete(key)
    },
    size: () => kept.size,
  }
}
export type PageCache = ReturnType<typeof createPageCache>
