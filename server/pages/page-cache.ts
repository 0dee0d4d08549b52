import type { IncomingMessage, ServerResponse } from "node:http"
import { keepMs } from "../wire/answers"
import { send } from "../wire/compressed"
import type { CachedPage } from "./page-cache-entry"
import { createInvalidation } from "./page-cache-invalidate"
import { createLookup, type LookupResult } from "./page-cache-lookup"
import { createEntryRenderer } from "./page-cache-render"
import { createRevalidation } from "./page-cache-revalidate"
import { createPageStore } from "./page-cache-store"
import type { PageDisk } from "./page-disk"
import { createPageValidity } from "./page-validity"
import type { RenderPage } from "./render"

type Options = {
  megabytes: number
  /** how long a list page stays fresh: not every change of its counts and rows is announced */
  listSeconds: () => number
  /** how long an item page stays fresh if nothing on it changes; defaults to `listSeconds` */
  itemSeconds?: () => number
  /** the age at which a page expires; unlimited if every change is announced */
  maxAgeSeconds?: number
  /** the second tier, for item pages */
  disk?: PageDisk | null
  /** the oldest transaction that is still running (`PageProvenance`), 0 = unknown */
  snapshotXmin?: () => Promise<number>
  /** delay (ms) before a page is written to disk: a render may use cached answers that are this much older than its snapshot */
  settleMs?: number
  /** whether a CDN that removes hidden content by tags is in front of the site; false by default */
  mayCdnKeep?: () => Promise<boolean>
  render: RenderPage
  count: (result: LookupResult) => void
}

/**
 * The cache in front of Next. It sends the same bytes to all visitors, renders once per key however many visitors wait, serves stale pages
 * while it revalidates them, and invalidates a page when something on it changes (docs/decisions/040).
 */
export const createPageCache = (options: Options) => {
  const { megabytes, listSeconds, itemSeconds = listSeconds, maxAgeSeconds = Number.POSITIVE_INFINITY } = options
  const { disk = null, snapshotXmin, settleMs = 2 * keepMs, mayCdnKeep = async () => false, render, count } = options

  const validity = createPageValidity(Date.now())
  const store = createPageStore({ megabytes, disk, settleMs, validity })
  const { usesDisk } = store
  const renderEntry = createEntryRenderer({ listSeconds, itemSeconds, maxAgeSeconds, usesDisk, snapshotXmin, mayCdnKeep, render })
  const revalidation = createRevalidation({ store, renderEntry })

  return {
    lookup: createLookup({ store, revalidation, count }),
    send: (page: CachedPage, req: IncomingMessage, res: ServerResponse): void => {
      if (page.release) res.once("close", page.release)
      send(page, req, res)
    },
    invalidate: createInvalidation({ store, revalidation, validity }),
    /** From now on, pages of earlier processes are served if the change log confirms that they are current. */
    acceptEarlierPages: validity.acceptEarlierPages,
    size: () => store.memory.size,
  }
}
export type PageCache = ReturnType<typeof createPageCache>
