import type { IncomingMessage, ServerResponse } from "node:http"
import { LRUCache } from "lru-cache"
import type { Subject } from "../db/change-log"
import { keepMs } from "../wire/answers"
import { compress, type Compressed, send } from "../wire/compressed"
import { createPageValidity } from "../wire/page-validity"
import { arrivedIn, changedDependencies, dependenciesOfPath, type Dependency } from "./page-dependencies"
import type { DiskPage, PageDisk } from "./page-disk"
import type { DrawnPage, ValidityAfterRestart } from "../wire/page-validity-after-restart"
import type { AskedPage } from "./public-pages"
import type { RenderedPage, RenderPage } from "./render"

/** Next's 404 marker in RSC answers. */
const notFoundWord = "NEXT_HTTP_ERROR_FALLBACK;404"

/**
 * So long the other pages that show a document may miss that it has come, or that its own pages are there now; who visits one after
 * that waits for its rendering. Many uploads would otherwise have them rendered again at every step, and every visit would wait for that.
 */
const arrivedMs = 5_000

/**
 * `missing`: the page is a 404, or a 410 where there was one once. RSC answers have status 200 and a marker instead. `release`: its bytes
 * are borrowed, and given back when it has been sent.
 */
type CachedPage = Compressed & { missing: boolean; release?: () => void }
/**
 * `drawn` from `dependencies` at that time, after the transactions below `stamp`. Fresh `until`; given out while it is rendered again until `end`, and as long as nothing
 * better can be rendered. `ill` ones are never kept.
 */
type Entry = DrawnPage & { page: CachedPage; until: number; end: number; ill: boolean }
/** A rendering under way, with what has changed since it began; `aged`: something arrived that lists may show a moment later. */
type Work = { key: string; path: string; entry: Promise<Entry>; aged: boolean; heard: (Dependency[] | "all")[] }
type Options = {
  megabytes: number
  /** how long a page that lists many things is fresh: what it counts and lists is not announced one by one */
  seconds: () => number
  /** how long the page of one document, article or person is fresh, if nothing that it shows changes; else as `seconds` */
  ownSeconds?: () => number
  /** how long a page may be shown when nobody says what changes; for ever where every change is announced */
  maxSeconds?: number
  /** keeps the pages that stay fresh for long when memory forgets them */
  disk?: PageDisk | null
  /** the transaction below which a drawing that begins now shows everything; 0 = unknown */
  stamp?: () => Promise<number>
  /** pages are written so long (ms) after they were begun: what a drawing read from memory may be as much older than its stamp, and is heard of by then */
  settleMs?: number
  render: RenderPage
  count: (result: "hit" | "stale" | "disk" | "miss") => void
}

/** Of so many pages from disk it is known that they were asked for: one that is asked for again goes back to memory. */
const maxFoundLately = 1_000

/** Whether a visitor may cause a rendering: at once, or after somebody was asked who it is. */
export type MayRender = () => boolean | Promise<boolean>

/** Pages of one document, article or person. */
const ownPage = /^\/(document|embed|article|user)\/[^/]+/

/**
 * Stands in front of Next: the same bytes for everybody, rendered once however many ask, kept for some time,
 * given out stale while a new one is rendered, dropped when what it shows changes (docs/decisions/040).
 */
export const createPageCache = (options: Options) => {
  const {
    megabytes,
    seconds,
    ownSeconds = seconds,
    maxSeconds = Number.POSITIVE_INFINITY,
    disk = null,
    stamp: readStamp,
    settleMs = 2 * keepMs,
    render,
    count,
  } = options
  // with 0 MB nothing fits, but the cache itself wants a size
  const kept = new LRUCache<string, Entry>({
    maxSize: Math.max(1, megabytes * 1024 * 1024),
    sizeCalculation: (entry) => entry.page.bytes + 500,
  })
  /** A crawler that walks through everything does not push what many read out of memory. */
  const foundLately = new LRUCache<string, true>({ max: maxFoundLately })
  /** Renderings that a visitor may wait for, and all that run: one during which something changed is waited for by nobody who comes later. */
  const coming = new Map<string, Work>()
  const running = new Set<Work>()
  const changes = createPageValidity(Date.now())

  const refresh = (asked: AskedPage): Promise<Entry> => {
    const { key } = asked
    const begun = coming.get(key)
    if (begun) return begun.entry
    const work: Work = { key, path: asked.path, entry: draw(asked), aged: false, heard: [] }
    coming.set(key, work)
    running.add(work)
    const done = () => {
      running.delete(work)
      if (coming.get(key) === work) coming.delete(key)
    }
    work.entry.then((entry) => {
      const older = entry.ill ? kept.peek(key) : undefined
      // better old than without data: it is given out at once until the back end is there again
      if (older) older.end = Number.POSITIVE_INFINITY
      if (work.aged) age(entry)
      // a rendering that began before a change of what it shows is not cached
      const isTrue = !work.heard.some((changed) => concerns(changed, entry.dependencies))
      if (isTrue && entry.page.status < 500 && !entry.ill) keep(asked, entry)
      done()
    }, done)
    return work.entry
  }

  const isOwn = ({ path }: AskedPage) => disk !== null && ownPage.test(path)

  const keep = (asked: AskedPage, entry: Entry) => {
    kept.set(asked.key, entry)
    if (isOwn(asked) && entry.page.status === 200 && !entry.page.missing && !entry.page.unchanged["set-cookie"])
      setTimeout(() => changes.isTrue(entry) && void disk!.keep(asked.key, entry), settleMs).unref()
  }

  /** Kept a moment longer. */
  const age = (entry: Entry) => {
    entry.end = Math.min(entry.end, Date.now() + arrivedMs)
    entry.until = Math.min(entry.until, entry.end)
  }

  const draw = async (asked: AskedPage): Promise<Entry> => {
    const { path, url, headers, strangers } = asked
    const drawn = Date.now()
    const stamp = isOwn(asked) && readStamp ? await readStamp() : 0
    const rendered: RenderedPage = await render(url, headers)
    const missing =
      rendered.status === 404 || rendered.status === 410 || (headers.rsc !== undefined && rendered.body.includes(notFoundWord))
    const page = await compress(
      rendered.status,
      {
        ...rendered.headers,
        "content-type": rendered.type,
        "cache-control": strangers ? "private, no-store" : rendered.ill ? "no-store" : "public, max-age=0, must-revalidate",
      },
      rendered.body,
    )
    const now = Date.now()
    // a page for strangers shows nothing but the settings
    const own = rendered.status === 200 && !missing && (strangers || ownPage.test(path))
    const until = now + (own ? ownSeconds() : seconds()) * 1000
    const dependencies = [...new Set([...dependenciesOfPath(path), ...rendered.reads])]
    return { page: { ...page, missing }, dependencies, drawn, stamp, until, end: now + maxSeconds * 1000, ill: rendered.ill }
  }

  /** Given out at once; one that is no longer fresh is rendered again after that, as one from memory is. */
  const findOnDisk = async (asked: AskedPage, mayRefresh: () => boolean): Promise<CachedPage | null> => {
    const found = await disk!.find(asked.key)
    if (!found) return null
    if (!changes.isTrue(found)) {
      found.release()
      return null
    }
    const fresh = found.until > Date.now()
    count(fresh ? "disk" : "stale")
    if (!fresh) setImmediate(() => (coming.has(asked.key) || mayRefresh()) && void refresh(asked).catch(() => undefined))
    if (!foundLately.has(asked.key)) foundLately.set(asked.key, true)
    else if (!kept.has(asked.key)) kept.set(asked.key, fromDisk(found.copy()))
    return Object.assign(found.page, { missing: false, release: found.release })
  }

  /** Renders a page that is nowhere; null where the visitor may cause no rendering. */
  const drawNew = (asked: AskedPage, mayRender: MayRender): Promise<CachedPage | null> => {
    count("miss")
    const now = async () => (await refresh(asked)).page
    const may = coming.has(asked.key) || mayRender()
    if (typeof may === "boolean") return may ? now() : Promise.resolve(null)
    return may.then((yes) => (yes ? now() : null))
  }

  return {
    /**
     * Answers from memory (at once, not in a promise: this is the way of nearly every visit), from disk, or after one rendering.
     * The page itself, so that one that is missing can be looked at again for its owner. An old page is rendered again only
     * where `mayRefresh` says so, a new one where `mayRender` does; else the answer is null.
     */
    page: (asked: AskedPage, mayRefresh: () => boolean, mayRender: MayRender = mayRefresh): CachedPage | Promise<CachedPage | null> => {
      const { key } = asked
      const cached = kept.get(key)
      if (cached && cached.until > Date.now()) {
        count("hit")
        return cached.page
      }
      if (cached && cached.end <= Date.now()) {
        count("miss")
        // an old page is better than one that the back end gave no data for
        if (!mayRefresh()) return cached.page
        return refresh(asked).then(
          (entry) => (entry.ill ? cached.page : entry.page),
          () => cached.page,
        )
      }
      if (cached) {
        count("stale")
        // after this answer: a rendering blocks the process for some milliseconds
        setImmediate(() => {
          if (kept.peek(key) === cached && (coming.has(key) || mayRefresh())) refresh(asked).catch(() => undefined)
        })
        return cached.page
      }
      if (!isOwn(asked)) return drawNew(asked, mayRender)
      return findOnDisk(asked, mayRefresh).then((page) => page ?? drawNew(asked, mayRender))
    },
    send: (page: CachedPage, req: IncomingMessage, res: ServerResponse): void => {
      if (page.release) res.once("close", page.release)
      send(page, req, res)
    },
    /** Something changed; `owner` is whose document or article it is, 0 = unknown. */
    drop: (what: Subject, id: string, owner = 0) => {
      if (what === "arrived") {
        const lists = arrivedIn(owner)
        for (const entry of kept.values()) if (concerns(lists, entry.dependencies)) age(entry)
        for (const work of running) if (concerns(lists, dependenciesOfPath(work.path))) work.aged = true
      }
      changes.note(what, id, owner)
      const changed = changedDependencies(what, id, owner)
      for (const [key, entry] of kept.entries()) if (concerns(changed, entry.dependencies)) kept.delete(key)
      for (const work of running) {
        work.heard.push(changed)
        // what the page of one thing reads is known only in the end
        const may = ownPage.test(work.path) ? what !== "progress" && what !== "arrived" : false
        if ((may || concerns(changed, dependenciesOfPath(work.path))) && coming.get(work.key) === work) coming.delete(work.key)
      }
    },
    /** Pages of earlier processes are given out from now on, where this says that they are true. */
    recall: (past: ValidityAfterRestart) => changes.recall(past),
    size: () => kept.size,
  }
}
export type PageCache = ReturnType<typeof createPageCache>

const fromDisk = (found: DiskPage): Entry => ({
  ...found,
  page: Object.assign(found.page, { missing: false }),
  end: Number.POSITIVE_INFINITY,
  ill: false,
})

const concerns = (changed: Dependency[] | "all", dependencies: Dependency[]): boolean =>
  changed === "all" || changed.some((one) => dependencies.includes(one))
