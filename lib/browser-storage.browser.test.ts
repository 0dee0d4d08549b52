import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { inTurn, localStore, readCookies, storesCookies, tabStore } from "./browser-storage"

const denied = () => {
  throw new DOMException("The operation is insecure.", "SecurityError")
}

beforeEach(() => {
  localStore.clear()
  tabStore.clear()
})
afterEach(() => {
  vi.restoreAllMocks()
  localStore.clear()
  tabStore.clear()
})

test("values of the browser and of the tab are separate", () => {
  expect([localStore.setItem("a", "1"), tabStore.setItem("a", "2")]).toEqual([true, true])
  expect([localStore.getItem("a"), tabStore.getItem("a"), localStorage.getItem("a"), sessionStorage.getItem("a")]).toEqual([
    "1",
    "2",
    "1",
    "2",
  ])
  localStore.removeItem("a")
  expect([localStore.getItem("a"), localStorage.getItem("a"), tabStore.getItem("a")]).toEqual([null, null, "2"])
})

test("invalid JSON counts as no value", () => {
  localStore.setItem("a", "{")
  expect([localStore.getJson("a"), localStore.getJson("b")]).toEqual([null, null])
  localStore.setItem("a", "[1]")
  expect(localStore.getJson("a")).toEqual([1])
})

test.each(["localStorage", "sessionStorage"] as const)("blocked %s remembers values until the page is closed", (name) => {
  const store = name === "localStorage" ? localStore : tabStore
  vi.spyOn(window, name, "get").mockImplementation(denied)
  expect(store.setItem("a", "1")).toBe(false)
  expect(store.getItem("a")).toBe("1")
  store.removeItem("a")
  expect(store.getItem("a")).toBeNull()
  store.setItem("b", "2")
  store.clear()
  expect(store.getItem("b")).toBeNull()
})

test("a full storage says so, and the page still has the newest value", () => {
  localStore.setItem("a", "old")
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError")
  })
  expect(localStore.setItem("a", "new")).toBe(false)
  expect(localStore.getItem("a")).toBe("new")
  vi.restoreAllMocks()
  expect(localStore.setItem("a", "newest")).toBe(true)
  expect(localStorage.getItem("a")).toBe("newest")
})

test("blocked cookies are noticed, and never throw", () => {
  expect(storesCookies()).toBe(true)
  expect(document.cookie).not.toContain("doujia_probe")
  // not by two spies: each restores what the other one had put there
  const accessor = (get: () => string, set: () => void) => Object.defineProperty(document, "cookie", { configurable: true, get, set })
  try {
    accessor(() => "", vi.fn())
    expect(storesCookies()).toBe(false)
    accessor(denied, denied)
    expect([readCookies(), storesCookies()]).toEqual(["", false])
  } finally {
    Reflect.deleteProperty(document, "cookie")
  }
  expect(storesCookies()).toBe(true)
})

test("work runs in turn, and at once where the browser denies locks; its own failure is not repeated", async () => {
  const order: string[] = []
  const later = async () => {
    order.push("begun")
    await Promise.resolve()
    order.push("done")
    return order.length
  }
  const useLocks = (locks: unknown) => Object.defineProperty(navigator, "locks", { configurable: true, value: locks })
  useLocks({ request: denied })
  expect(await inTurn("a", later)).toBe(2)
  useLocks(undefined)
  expect(await inTurn("a", later)).toBe(4)
  const request = vi.fn((_: string, work: () => Promise<unknown>) => work())
  useLocks({ request })
  expect(await inTurn("a", later)).toBe(6)
  const fail = vi.fn(() => Promise.reject(new Error("refused")))
  await expect(inTurn("a", fail)).rejects.toThrow("refused")
  expect([request.mock.calls.map(([name]) => name), fail.mock.calls.length]).toEqual([["a", "a"], 1])
  Reflect.deleteProperty(navigator, "locks")
})
