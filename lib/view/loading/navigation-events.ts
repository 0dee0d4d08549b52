/** Events of `instrumentation-client.ts`: a navigation began, or it (or a chunk) failed to load. */
export const navigationStarted = "doujia:navigation-started"
export const navigationFailed = "doujia:navigation-failed"
export const navigationArrived = "doujia:navigation-arrived"
