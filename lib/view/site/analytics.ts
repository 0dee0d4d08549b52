/** The scripts of an analytics snippet, with or without <script> tags. */
export const analyticsCode = (snippet: string): string[] => {
  const text = snippet.trim()
  if (!text) return []
  const inline = [...text.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/gi)].map((match) => match[1] ?? "")
  const found = /<script/i.test(text) ? inline : [text]
  return found.map((code) => code.trim()).filter(Boolean)
}

/** Pages of one person, and those where passwords are typed: no analytics code runs there (docs/decisions/025). */
export const quietPages = ["/admin", "/me", "/login", "/register", "/findpassword", "/findpassword-mobile", "/oauth", "/order"]

const isQuiet = (path: string): boolean => quietPages.some((page) => path === page || path.startsWith(`${page}/`))
const isRunning = (): boolean => document.querySelector("script[data-analytics]") !== null

/**
 * A press on a link that leads to a quiet page is the browser's own, not the router's: a script cannot be unloaded, so
 * where analytics code runs, the page is left altogether.
 */
export const leaveByLink = (event: MouseEvent): void => {
  const link = event.target instanceof Element ? event.target.closest("a") : null
  if (link && link.origin === location.origin && isQuiet(link.pathname) && isRunning()) event.stopPropagation()
}

/** The same for a navigation that code has begun, as after a press on 收藏 without a login. */
export const leaveByRouter = (url: string, leave: (url: string) => void): void => {
  if (isQuiet(new URL(url, location.href).pathname) && isRunning()) leave(url)
}
