import { tabStore } from "@/lib/browser-storage"

/* The action a visitor started when the login was required. Only a click stores it, in this tab; a URL cannot name one. */

/** The only actions that run after the login. */
const verbs = { favorite: "收藏", report: "举报", download: "下载" } as const
export type PendingAction = keyof typeof verbs

/** The page where the action was started. */
export type ActionOrigin = { path: string; title: string }
type StoredAction = ActionOrigin & { action: PendingAction; at: number }

const key = "pending-action"
/** Lifetime (ms): users who return later have forgotten what they started. */
const keptMs = 15 * 60_000

const read = (): StoredAction | null => {
  const storedAction = tabStore.getJson(key) as StoredAction | null
  return storedAction && Object.hasOwn(verbs, storedAction.action) && Date.now() - storedAction.at < keptMs ? storedAction : null
}

export const rememberAction = (action: PendingAction, { path, title }: ActionOrigin): void =>
  void tabStore.setItem(key, JSON.stringify({ action, path, title, at: Date.now() } satisfies StoredAction))

/** Returns true once, on the page where the action was started. */
export const takeAction = (action: PendingAction, path: string): boolean => {
  const storedAction = read()
  if (storedAction?.action !== action || storedAction.path !== path) return false
  tabStore.removeItem(key)
  return true
}

/** Returns a sentence like 登录后接着收藏《年报》 for a login that leads to `target`; "" if nothing is pending there. */
export const pendingSentence = (target: string): string => {
  const storedAction = read()
  return storedAction?.path === target ? `登录后接着${verbs[storedAction.action]}${storedAction.title && `《${storedAction.title}》`}` : ""
}
