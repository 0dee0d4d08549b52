/** Search engines that are notified of new pages: IndexNow (Bing, Yandex, Naver and others at once) and Baidu. */
export type IndexingTarget = "indexnow" | "baidu"

/** `origin` is the full address of the site. `key` identifies the site to the search engine. */
export type IndexingSite = { origin: string; key: string }

/** Carries a message for staff that never contains the key. */
export class IndexingError extends Error {}

export interface IndexingPort {
  /** Maximum number of URLs per call. */
  readonly most: Record<IndexingTarget, number>
  /**
   * Notifies a search engine that these pages are new or have changed. Takes at most 15 seconds.
   * @throws IndexingError
   */
  push(target: IndexingTarget, site: IndexingSite, urls: string[], signal?: AbortSignal): Promise<void>
}
