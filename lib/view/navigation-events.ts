/** What `instrumentation-client.ts` tells the page: a navigation began, or it (or a chunk of code) failed to load. */
export const navigationStarted = "doujia:navigation-started"
export const navigationFailed = "doujia:navigation-failed"
export const navigationArrived = "doujia:navigation-arrived"
