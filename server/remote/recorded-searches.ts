import { AsyncLocalStorage } from "node:async_hooks"
import type { Dialect } from "./dialect"
import type { RemoteCaller } from "./transport"

/* Servers that record each search themselves, with the user, the address and the program of the request that made it. */

/** The visitor of the page of results that is being rendered. */
const searchers = new AsyncLocalStorage<RemoteCaller>()

/** Makes the searches of `work` in the name of `visitor`. */
export const searchingAs = <T>(visitor: RemoteCaller, work: () => T): T => searchers.run(visitor, work)

/** Returns the visitor in whose name the page that is being rendered makes its search, if it has one. */
export const currentSearcher = (): RemoteCaller | undefined => searchers.getStore()

/** Checks whether the page at `url` makes a search. */
export const isSearch = (url: string): boolean => /^\/(search|opds\/search\.(xml|json))\?(.*&)?wd=[^&]/.test(url)

/**
 * Checks whether the server records searches itself. Their pages are then rendered for each visit: a cached page would be recorded once for
 * any number of visitors, and in the name of the first (docs/decisions/165).
 */
export const isRecorded = (dialect: Dialect | null): boolean => dialect?.translated === true
