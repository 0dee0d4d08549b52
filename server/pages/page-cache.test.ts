import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import type { ChangeSubject } from "../db/change-log"
import { createPageCache } from "./page-cache"

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }))
afterEach(() => void vi.useRealTimers())

const request = (path: string, headers: Record<string, string> = {}) => ({ key: `${path} ${headers.rsc ?? ""}`, path, url: path, headers })
const always = () => true
/** The dependencies of the test pages: a document by user 7 that lists another document, and an article by user 8. */
const dependencies: Record<string, string[]> = {
  "/document/a1": ["document a1", "user 7", "beside b2"],
  "/article/x": ["article x", "user 8"],
}
/** A cache with a renderer that counts per path; `holding` delays renders until a promise resolves. */
const cached = () => {
  const rendered = new Map<string, number>()
  let hold: Promise<void> | null = null
  let last = ""
  const cache = createPageCache({
    megabytes: 1,
    listSeconds: () => 60,
    count: (result) => void (last = result),
    render: async (path) => {
      const times = (rendered.get(path) ?? 0) + 1
      rendered.set(path, times)
      await hold
      return {
        status: 200,
        type: "text/plain",
        headers: {},
        body: Buffer.from(`${path} ${times}`),
        incomplete: false,
        dependencies: dependencies[path] ?? [],
      }
    },
  })
  const times = (path: string) => rendered.get(path) ?? 0
  const visit = async (path: string) => {
    await cache.lookup(request(path), always)
    // the background render has been stored once the cache answers from it
    await vi.waitFor(async () => {
      await cache.lookup(request(path), always)
      expect(last).toBe("hit")
    })
    return times(path)
  }
  const later = (ms: number) => vi.setSystemTime(Date.now() + ms)
  return { ...cache, visit, times, later, holding: (release: Promise<void> | null) => void (hold = release) }
}

test("a cached 404 can be rendered again for the owner, even if client-side navigation gets 200", async () => {
  const responses = new Map([
    ["/document/gone", { status: 404, body: "nothing" }],
    ["/document/hidden", { status: 200, body: 'e:E{"digest":"NEXT_HTTP_ERROR_FALLBACK;404"}' }],
    ["/document/there", { status: 200, body: "1:there" }],
  ])
  const cache = createPageCache({
    megabytes: 1,
    listSeconds: () => 60,
    count: () => undefined,
    render: async (url) => ({
      type: "text/x-component",
      headers: {},
      incomplete: false,
      dependencies: [],
      status: responses.get(url)!.status,
      body: Buffer.from(responses.get(url)!.body),
    }),
  })
  const navigation = { rsc: "1" }
  const notFound = async (path: string, headers?: Record<string, string>) => (await cache.lookup(request(path, headers), always))!.notFound
  for (const [path, expected] of [
    ["/document/gone", true],
    ["/document/hidden", true],
    ["/document/there", false],
  ] as const)
    expect(await notFound(path, navigation), path).toBe(expected)
  // an HTML page that only quotes the marker is no 404
  expect(await notFound("/document/hidden")).toBe(false)
})

test.each<[ChangeSubject, string, number, string[], string[]]>([
  [
    "document",
    "a1",
    7,
    ["/", "/category/3", "/search", "/user/7", "/document/a1", "/embed/a1"],
    ["/document/b2", "/article", "/joinvip", "/user/8"],
  ],
  ["document", "a1", 0, ["/", "/user/7", "/user/8", "/document/a1"], ["/document/b2"]],
  ["document", "b2", 8, ["/document/b2", "/document/a1", "/user/8"], ["/user/7", "/article/x"]],
  ["progress", "a1", 7, ["/document/a1", "/embed/a1"], ["/", "/category/3", "/document/b2", "/user/7"]],
  ["progress", "b2", 8, ["/document/b2"], ["/document/a1"]],
  ["arrived", "a1", 7, ["/document/a1", "/embed/a1"], ["/", "/category/3", "/document/b2", "/user/7"]],
  ["images", "a1", 7, ["/document/a1", "/embed/a1"], ["/", "/category/3", "/document/b2", "/user/7"]],
  [
    "article",
    "x",
    8,
    ["/", "/article", "/article/x", "/search", "/user/8/article"],
    ["/document/a1", "/category", "/user/7", "/article/y"],
  ],
  ["user", "7", 0, ["/user/7", "/document/a1"], ["/user/8", "/user/77", "/", "/document/b2", "/article/x"]],
  ["user", "8", 0, ["/user/8", "/article/x"], ["/document/a1"]],
  ["home", "", 0, ["/"], ["/category", "/document/a1", "/user/7"]],
  ["user", "", 0, ["/user/7", "/document/a1"], []],
  ["category", "", 0, ["/", "/document/a1", "/user/7"], []],
  ["settings", "", 0, ["/", "/document/a1", "/article"], []],
  ["*", "", 0, ["/", "/joinvip"], []],
])("%s %s by %s invalidates the pages that show it and no others", async (what, id, owner, changed, others) => {
  const { visit, invalidate } = cached()
  for (const path of [...changed, ...others]) expect(await visit(path)).toBe(1)
  invalidate(what, id, owner)
  for (const path of changed) expect(await visit(path), path).toBe(2)
  for (const path of others) expect(await visit(path), path).toBe(1)
})

test("a change during a render: the result is not stored, and later visitors start a new render", async () => {
  const { lookup, invalidate, times, holding, visit } = cached()
  let letGo = () => undefined as void
  holding(new Promise<void>((done) => (letGo = done)))
  const first = lookup(request("/document/a1"), always)
  const other = lookup(request("/document/b2"), always)
  invalidate("user", "7")
  const second = lookup(request("/document/a1"), always)
  await vi.waitFor(() => expect(times("/document/a1")).toBe(2))
  letGo()
  holding(null)
  await Promise.all([first, second, other])
  expect(await visit("/document/a1")).toBe(2)
  // a render that does not depend on the change is stored
  expect(await visit("/document/b2")).toBe(1)
})

test("lists are rendered at most once in five seconds, however many conversions end, and then show the new documents", async () => {
  const { visit, invalidate, lookup, later, times } = cached()
  const bodyText = async () => (await lookup(request("/"), always))!.plain.body.toString()
  await visit("/")
  for (let n = 0; n < 10; n++) {
    invalidate("arrived", `d${n}`)
    later(150)
    expect(await visit("/")).toBe(1)
  }
  later(3_600)
  expect(await Promise.all([bodyText(), bodyText()])).toEqual(["/ 2", "/ 2"])
  later(10_000)
  expect(await visit("/")).toBe(2)
  expect(times("/")).toBe(2)
})

test("a new document while a page is being rendered: the page is stored, marked as stale", async () => {
  const { visit, invalidate, lookup, later, holding } = cached()
  let letGo = () => undefined as void
  holding(new Promise<void>((done) => (letGo = done)))
  const first = visit("/")
  invalidate("arrived", "a1")
  letGo()
  await first
  expect(await visit("/")).toBe(1)
  later(5_100)
  expect((await lookup(request("/"), always))!.plain.body.toString()).toBe("/ 2")
})

describe("a back end that announces no changes", () => {
  const minute = 60_000
  const unannounced = () => {
    const state = { text: "one", incomplete: false, rendered: 0 }
    const cache = createPageCache({
      megabytes: 1,
      listSeconds: () => 30,
      maxAgeSeconds: 60,
      count: () => undefined,
      render: async () => {
        state.rendered++
        const { text, incomplete } = state
        return { status: incomplete ? 502 : 200, type: "text/plain", headers: {}, body: Buffer.from(text), incomplete, dependencies: [] }
      },
    })
    const visit = async () => {
      const { plain, status } = (await cache.lookup(request("/"), always))!
      await new Promise((done) => setTimeout(done, 20))
      return `${status} ${plain.body.toString()}`
    }
    return { state, visit, later: (ms: number) => vi.setSystemTime(Date.now() + ms) }
  }

  test("a stale page is served while it is revalidated; after a minute it expires", async () => {
    const { state, visit, later } = unannounced()
    expect(await visit()).toBe("200 one")
    state.text = "two"
    later(31_000)
    expect(await visit()).toBe("200 one")
    expect(await visit()).toBe("200 two")
    state.text = "three"
    later(minute + 1)
    expect(await visit()).toBe("200 three")
  })

  test("while the back end fails, cached pages are served at any age and failed ones are not stored", async () => {
    const { state, visit, later } = unannounced()
    state.incomplete = true
    expect(await visit()).toBe("502 one")
    expect(await visit()).toBe("502 one")
    expect(state.rendered).toBe(2)
    state.incomplete = false
    expect(await visit()).toBe("200 one")
    Object.assign(state, { incomplete: true, text: "nothing" })
    later(30 * minute)
    expect(await visit()).toBe("200 one")
    expect(await visit()).toBe("200 one")
    Object.assign(state, { incomplete: false, text: "back" })
    expect(await visit()).toBe("200 one")
    expect(await visit()).toBe("200 back")
  })
})

test("a CDN may keep the page of a document, an article or a user, with a tag for everything on it; nothing else", async () => {
  let mayKeep = true
  const answers: Record<string, object> = {
    "/document/gone": { status: 404 },
    "/document/unlisted": { restricted: true },
    "/document/partial": { incomplete: true },
    "/document/crowded": { dependencies: Array.from({ length: 900 }, (_, n) => `beside ${n}`) },
  }
  const cache = createPageCache({
    megabytes: 1,
    listSeconds: () => 60,
    count: () => undefined,
    mayCdnKeep: async () => mayKeep,
    render: async (path) => ({
      status: 200,
      type: "text/plain",
      headers: {},
      body: Buffer.from(path),
      incomplete: false,
      dependencies: dependencies[path] ?? [],
      ...answers[path],
    }),
  })
  const headersOf = async (path: string) => {
    const { unchanged } = (await cache.lookup(request(path), always))!
    return [unchanged["cache-control"], unchanged["cache-tag"]]
  }
  const cacheControl = "public, max-age=0, s-maxage=60, stale-while-revalidate=30"
  const checked = ["public, max-age=0, must-revalidate", undefined]
  expect(await headersOf("/document/a1")).toEqual([cacheControl, "document-a1,user-7,document-b2,article-b2"])
  expect(await headersOf("/article/x")).toEqual([cacheControl, "article-x,user-8"])
  expect(await headersOf("/user/7")).toEqual([cacheControl, "user-7"])
  for (const path of ["/", "/category/3", "/search", "/document/gone", "/document/crowded"]) expect(await headersOf(path)).toEqual(checked)
  expect(await headersOf("/document/unlisted")).toEqual(["private, no-store", undefined])
  expect(await headersOf("/document/partial")).toEqual(["no-store", undefined])
  mayKeep = false
  cache.invalidate("*", "", 0)
  expect(await headersOf("/document/a1")).toEqual(checked)
})
