/* What a visitor had pressed when the login was asked for. It is kept by the press alone, in this tab: an address can not name one. */

/** What is carried out after the login; nothing else is. */
const verbs = { favorite: "收藏", report: "举报", download: "下载" } as const
export type PendingAction = keyof typeof verbs

/** The page it was pressed on. */
export type Place = { path: string; title: string }
type Kept = Place & { action: PendingAction; at: number }

const key = "pending-action"
/** Who comes back later has forgotten what they had pressed. */
const keptMs = 15 * 60_000

const read = (): Kept | null => {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? "null") as Kept | null
    return kept && Object.hasOwn(verbs, kept.action) && Date.now() - kept.at < keptMs ? kept : null
  } catch {
    return null
  }
}

export const rememberAction = (action: PendingAction, { path, title }: Place): void => {
  try {
    sessionStorage.setItem(key, JSON.stringify({ action, path, title, at: Date.now() } satisfies Kept))
  } catch {
    // without storage the person presses once more
  }
}

/** True once, on the page where it was pressed. */
export const takeAction = (action: PendingAction, path: string): boolean => {
  const kept = read()
  if (kept?.action !== action || kept.path !== path) return false
  sessionStorage.removeItem(key)
  return true
}

/** 登录后接着收藏《年报》, on the way to `target`; "" without anything pending there. */
export const pendingSentence = (target: string): string => {
  const kept = read()
  return kept?.path === target ? `登录后接着${verbs[kept.action]}${kept.title && `《${kept.title}》`}` : ""
}
