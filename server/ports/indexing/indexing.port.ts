/** Who is told of new pages: IndexNow (Bing, Yandex, Naver and others at once), and Baidu. */
export type IndexingTarget = "indexnow" | "baidu"

/** `origin` is the site's whole address, `key` what the search engine knows the site by. */
export type IndexingSite = { origin: string; key: string }

/** A sentence for staff; it never contains the key. */
export class IndexingError extends Error {}

export interface IndexingPort {
  /** Addresses that one call may carry. */
  readonly most: Record<IndexingTarget, number>
  /**
   * Tells a search engine that these pages are new or have changed. It answers within 15 seconds.
   * @throws IndexingError
   */
  push(target: IndexingTarget, site: IndexingSite, urls: string[], signal?: AbortSignal): Promise<void>
}
