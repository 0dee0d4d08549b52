import { expect, type Page, type Request } from "@playwright/test"

const requestsOf = new WeakMap<Page, Set<Request>>()
/** An open page follows its conversions by a request that never ends. */
const isStream = (request: Request) => new URL(request.url()).pathname.endsWith("/document/progress")

/** Follows the requests of a page from now on. Returns those that have not ended. */
export const watchRequests = (page: Page): Set<Request> => {
  const existing = requestsOf.get(page)
  if (existing) return existing
  const requests = new Set<Request>()
  requestsOf.set(page, requests)
  const end = (request: Request) => void requests.delete(request)
  page.on("request", (request) => void (isStream(request) || requests.add(request)))
  page.on("requestfinished", end)
  page.on("requestfailed", end)
  return requests
}

const checks = 3
/**
 * Waits until a page has nothing more to do: no request has been underway and the main thread was idle, at several moments. Playwright's
 * "networkidle" waits for half a second without a request, and knows nothing of scripts that still run.
 */
export const settle = async (page: Page): Promise<void> => {
  const requests = watchRequests(page)
  let quiet = 0
  await expect(async () => {
    await page.waitForLoadState()
    // with a limit: a page without a frame to draw may never call it
    await page.evaluate(() => new Promise((done) => requestIdleCallback(done, { timeout: 300 })))
    quiet = requests.size === 0 ? quiet + 1 : 0
    expect(quiet, [...requests].map((request) => request.url()).join(" ")).toBe(checks)
  }).toPass({ intervals: [40] })
}

/** Opens an address and waits until the page has settled. */
export const load = async (page: Page, address: string) => {
  watchRequests(page)
  const response = await page.goto(address)
  await settle(page)
  return response
}

export const reload = async (page: Page): Promise<void> => {
  watchRequests(page)
  await page.reload()
  await settle(page)
}

/** Opens an address as a link does, without loading a document. */
export const push = async (page: Page, address: string): Promise<void> => {
  await page.evaluate((to) => (window as unknown as { next: { router: { push: (to: string) => void } } }).next.router.push(to), address)
  await page.waitForURL(address)
}
