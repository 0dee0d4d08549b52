/*
 * The only file that touches localStorage, sessionStorage, document.cookie and navigator.locks (tests/architecture/bans.ts). A browser that
 * blocks cookies, and a sandboxed frame, throw on each of them; a full storage throws on writing. Nothing here throws.
 */

export type BrowserStorage = {
  getItem: (key: string) => string | null
  /** Returns the stored JSON value, null if there is none or it is invalid. */
  getJson: (key: string) => unknown
  /** Returns false if the browser did not store the value. It is then remembered until the page is closed. */
  setItem: (key: string, value: string) => boolean
  removeItem: (key: string) => void
  clear: () => void
}

const createStorage = (open: () => Storage): BrowserStorage => {
  // stays empty on the server, whose memory is shared by all users
  const pageValues = new Map<string, string>()
  const attempt = <T>(work: (storage: Storage) => T, otherwise: T): T => {
    try {
      return typeof window === "undefined" ? otherwise : work(open())
    } catch {
      return otherwise
    }
  }
  const getItem = (key: string) => pageValues.get(key) ?? attempt((storage) => storage.getItem(key), null)
  return {
    getItem,
    getJson: (key) => {
      try {
        return JSON.parse(getItem(key) ?? "null") as unknown
      } catch {
        return null
      }
    },
    setItem: (key, value) => {
      const isStored = attempt((storage) => {
        storage.setItem(key, value)
        return true
      }, false)
      if (isStored) pageValues.delete(key)
      else if (typeof window !== "undefined") pageValues.set(key, value)
      return isStored
    },
    removeItem: (key) => {
      pageValues.delete(key)
      attempt((storage) => storage.removeItem(key), undefined)
    },
    clear: () => {
      pageValues.clear()
      attempt((storage) => storage.clear(), undefined)
    },
  }
}

/** Values of this browser. */
export const localStore = createStorage(() => window.localStorage)
/** Values of this tab. */
export const tabStore = createStorage(() => window.sessionStorage)

/** Returns the cookies that scripts may read, "" if the browser blocks them. */
export const readCookies = (): string => {
  try {
    return document.cookie
  } catch {
    return ""
  }
}

const probe = "doujia_probe"

/** Whether the browser stores a cookie like that of the session, found out by storing one for a moment. */
export const storesCookies = (): boolean => {
  try {
    document.cookie = `${probe}=1; Path=/; SameSite=Lax`
    const isStored = readCookies().includes(`${probe}=1`)
    document.cookie = `${probe}=; Path=/; SameSite=Lax; Max-Age=0`
    return isStored
  } catch {
    return false
  }
}

/** Runs the work of this name one after the other in all tabs; at once where the browser has no locks or denies them. */
export const inTurn = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
  const begun: Promise<T>[] = []
  const begin = () => (begun[0] ??= work())
  try {
    if (navigator.locks) return await navigator.locks.request(name, begin)
  } catch (error) {
    // the work itself failed
    if (begun.length > 0) throw error
  }
  return begin()
}
