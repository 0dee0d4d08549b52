import { describe, expect, it, vi } from "vitest"
import { refusal, world } from "@/tests/setup/world"
import {
  wire,
  limits,
  file,
  collectedFiles,
  md5,
  submitted,
  memoryOf,
  fileHandles,
  make,
  phases,
  first,
  keys,
  sending,
  begun,
  calls,
} from "./testing/queue.fixture"

describe("review before submitting", () => {
  it("stops after the upload, shows suggestions, and submits the reviewed details", async () => {
    const store = make()
    store.getState().setReview(true)
    store.getState().add(collectedFiles(file("a.pdf")), limits)
    store.getState().start()
    await sending()
    wire.sent[0]!.onDone(4)
    await vi.waitFor(() => expect(first(store)).toMatchObject({ phase: "ready", suggestion: { keywords: ["豆", "架"] } }))
    expect(memoryOf().list()).toMatchObject([{ attachment: 4, share: 1 }])
    store.getState().adopt(keys(store))
    store.getState().submit(keys(store))
    await vi.waitFor(() => expect(phases(store)).toEqual(["done"]))
    expect(calls("POST /document")[0]).toMatchObject({ document: [{ keywords: "豆,架", description: "讲豆", language: "zh-CN" }] })
    expect(memoryOf().list()).toEqual([])
  })
})

describe("offline", () => {
  it("waits, shows a message, resumes by itself when the connection returns", async () => {
    const store = await begun(file("a.pdf"), file("b.pdf"), file("c.pdf"))
    wire.sent[0]!.onFail({ status: 0, message: "" })
    expect(first(store)).toMatchObject({ phase: "waiting", message: "网络断开了，连上后自动继续" })
    expect(phases(store), "nothing new begins meanwhile").toEqual(["waiting", "uploading", "queued"])
    store.getState().online()
    await vi.waitFor(() => expect(store.getState()).toMatchObject({ backoff: null }))
    await sending(3)
  })

  it("a server that does not answer in time is not mistaken for a lost network", async () => {
    const store = await begun(file("a.pdf"))
    wire.sent[0]!.onFail({ status: 0, message: "服务器没有及时回答，请重试", timedOut: "POST" })
    expect(first(store)).toMatchObject({ phase: "waiting", message: "服务器没有及时回答，稍后自动继续" })
  })

  it("retries with growing backoff", async () => {
    const store = await begun(file("a.pdf"))
    vi.useFakeTimers()
    wire.sent[0]!.onFail({ status: 0, message: "" })
    await vi.advanceTimersByTimeAsync(2_000)
    expect(wire.sent).toHaveLength(2)
    wire.sent[1]!.onFail({ status: 0, message: "" })
    await vi.advanceTimersByTimeAsync(2_000)
    expect(phases(store)).toEqual(["waiting"])
    await vi.advanceTimersByTimeAsync(2_000)
    expect(wire.sent).toHaveLength(3)
  })

  it("respects the waiting time that the server requests", async () => {
    const store = await begun(file("a.pdf"))
    vi.useFakeTimers()
    world.answer("POST /document", refusal(429, "", { wait: 90 }), submitted)
    wire.sent[0]!.onDone(4)
    await vi.advanceTimersByTimeAsync(0)
    expect(first(store)).toMatchObject({ phase: "waiting", message: "提交得太快了，2 分钟后自动继续" })
    await vi.advanceTimersByTimeAsync(90_000)
    expect(phases(store)).toEqual(["done"])
  })
})

describe("after a reload", () => {
  it("resumes with the same file, and detects another one", async () => {
    await begun(file("a.pdf"))
    wire.sent[0]!.onSafe("/tus/1", 3)
    const store = make()
    const [one] = store.getState().remembered()
    expect(one).toMatchObject({ name: "a.pdf", size: 5, md5: md5("a.pdf"), url: "/tus/1", share: 0.6 })
    store.getState().recall(one!, file("a.pdf", "other"))
    await vi.waitFor(() => expect(first(store)).toMatchObject({ phase: "failed", message: "内容和上次那份不同。重试会当作新文件上传" }))
    store.getState().remove(keys(store))
    store.getState().recall(one!, file("a.pdf"))
    await sending(2)
    expect(wire.sent[1]!.url).toBe("/tus/1")
    expect(store.getState().remembered(), "it is in the list now").toEqual([])
  })

  it("queued files are not lost either, with their details and file handles", async () => {
    fileHandles.keep.mockClear()
    fileHandles.drop.mockClear()
    const origin = { root: Promise.resolve({ kind: "file", name: "c.pdf" } as FileSystemHandle), names: [] }
    const before = make()
    before.getState().add([...collectedFiles(file("a.pdf"), file("b.pdf")), { file: file("c.pdf"), path: "", origin }], limits)
    before.getState().setTerms({ category: 2 })
    before.getState().start()
    await sending(2)
    wire.sent[0]!.onSafe("/tus/1", 3)
    before.getState().edit(new Set([before.getState().items[2]!.key]), { price: 9, is_vip: true })
    before.getState().save()
    expect(fileHandles.keep.mock.calls).toEqual([["c.pdf/5/1", origin]])
    const store = make()
    expect(
      store
        .getState()
        .remembered()
        .map(({ name, url }) => [name, url]),
    ).toEqual([
      ["a.pdf", "/tus/1"],
      ["b.pdf", ""],
      ["c.pdf", ""],
    ])
    const last = store.getState().remembered()[2]!
    store.getState().recall(last, file("c.pdf"), origin)
    await sending(3)
    wire.sent[2]!.onDone(7)
    await vi.waitFor(() => expect(first(store).phase).toBe("done"))
    expect(calls("POST /document").at(-1)).toEqual({
      category_id: [1, 2],
      document: [{ attachment_id: 7, title: "c", price: 9, description: "", is_vip: true }],
    })
    store.getState().save()
    expect(
      store
        .getState()
        .remembered()
        .map(({ name }) => name),
    ).toEqual(["a.pdf", "b.pdf"])
    store.getState().forget(store.getState().remembered())
    expect(store.getState().remembered()).toEqual([])
  })

  it("an already uploaded file needs no selection", async () => {
    memoryOf().keep({
      key: "a.pdf/5/1",
      name: "a.pdf",
      size: 5,
      md5: md5("a.pdf"),
      url: "",
      attachment: 4,
      share: 1,
      title: "改过的",
      terms: {
        category: 2,
        price: 0,
        is_vip: false,
        language: "",
        keywords: ["旧"],
        description: "",
        audience: { visibility: -1, groups: [] },
      },
      review: true,
    })
    const store = make()
    store.getState().recall(store.getState().remembered()[0]!, null)
    expect(first(store)).toMatchObject({ phase: "ready", title: "改过的", attachmentId: 4 })
    store.getState().submit(keys(store))
    await vi.waitFor(() => expect(phases(store)).toEqual(["done"]))
    memoryOf().keep({
      key: "b.pdf/5/1",
      name: "b.pdf",
      size: 5,
      md5: md5("b.pdf"),
      url: "",
      attachment: 5,
      share: 1,
      title: "没说要看",
      terms: {
        category: 2,
        price: 0,
        is_vip: false,
        language: "",
        keywords: [],
        description: "",
        audience: { visibility: -1, groups: [] },
      },
      review: false,
    })
    store.getState().recall(store.getState().remembered()[0]!, null)
    await vi.waitFor(() => expect(phases(store), "nobody wanted to look at it").toEqual(["done", "done"]))
    expect(calls("POST /document")[0], "with what was said about it").toMatchObject({ category_id: [1, 2], document: [{ keywords: "旧" }] })
  })
})
