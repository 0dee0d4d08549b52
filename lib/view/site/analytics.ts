/** Returns the scripts of an analytics snippet, with or without <script> tags. */
export const analyticsCode = (snippet: string): string[] => {
  const text = snippet.trim()
  if (!text) return []
  const inline = [...text.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/gi)].map((match) => match[1] ?? "")
  const scripts = /<script/i.test(text) ? inline : [text]
  return scripts.map((code) => code.trim()).filter(Boolean)
}

/** Private pages, and pages where passwords are entered: no analytics code runs there (docs/decisions/025). */
export const quietPages = ["/admin", "/me", "/login", "/register", "/findpassword", "/findpassword-mobile", "/oauth", "/order"]

const isQuiet = (path: string): boolean => quietPages.some((page) => path === page || path.startsWith(`${page}/`))
const isRunning = (): boolean => document.querySelector("script[data-analytics]") !== null

/**
 * Lets the browser, not the router, handle a click on a link to a quiet page: a script cannot be unloaded, so if analytics code is running,
 * the page must be left completely.
 */
export const leaveByLink = (event: MouseEvent): void => {
  const link = event.target instanceof Element ? event.target.closest("a") : null
  if (link && link.origin === location.origin && isQuiet(link.pathname) && isRunning()) event.stopPropagation()
}

/** Does the same for a navigation started by code, e.g. after a click on 收藏 without a login. */
export const leaveByRouter = (url: string, leave: (url: string) => void): void => {
  if (isQuiet(new URL(url, location.href).pathname) && isRunning()) leave(url)
}
