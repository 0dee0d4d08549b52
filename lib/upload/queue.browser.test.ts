import { createHash } from "node:crypto"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import type { Key } from "@/lib/contract/contract"
import { refusal, world } from "@/tests/setup/world"
import { createUploadMemory } from "./memory"
import { uploadLimits } from "./rules"
import { createUpload } from "./queue"

type Sent = {
  file: File
  md5: string
  url: string
  onProgress: (sent: number) => void
  onSafe: (url: string, accepted: number) => void
  onDone: (id: number) => void
  onFail: (failed: { status: number; message: string; wait?: number }) => void
}
const wire = vi.hoisted(() => ({ sent: [] as Sent[], paused: 0, cancelled: 0 }))

vi.mock("./send", () => ({
  sendFile: (options: Sent) => {
    wire.sent.push(options)
    return { pause: () => (wire.paused += 1), cancel: () => (wire.cancelled += 1) }
  },
}))

const limits = uploadLimits(1, [])
const file = (name: string, text = name) => new File([text], name, { lastModified: 1 })
const found = (...files: File[]) => files.map((one) => ({ file: one, path: "" }))
const md5 = (text: string) => createHash("md5").update(text).digest("hex")
const submitted = ({ document }: { document: { attachment_id: unknown }[] | { attachment_id: unknown } }) => ({
  document: [document].flat().map(({ attachment_id }) => ({
    id: Number(attachment_id),
    uuid: `u${attachment_id}`,
    status: 0,
    attachment_id: Number(attachment_id),
  })),
})
const memoryOf = () => createUploadMemory({ storage: () => localStorage, owner: 7, now: () => Date.now() })
const fileHandles = { keep: vi.fn(async () => undefined), drop: vi.fn(async () => undefined), list: async () => new Map() }
const made: ReturnType<typeof createUpload>[] = []
const make = () => {
  const store = createUpload({ memory: memoryOf(), fileHandles, lineage: (category) => (category ? [1, category] : []) })
  made.push(store)
  return store
}
type Store = ReturnType<typeof make>
const phases = (store: Store) => store.getState().items.map(({ phase }) => phase)
const first = (store: Store) => store.getState().items[0]!
const keys = (store: Store) => new Set(store.getState().items.map(({ key }) => key))
const sending = (count = 1) => vi.waitFor(() => expect(wire.sent).toHaveLength(count))
const begun = async (...files: File[]) => {
  const store = make()
  store.getState().add(found(...files), limits)
  store.getState().setTerms({ category: 2, price: 5 })
  store.getState().start()
  await sending(Math.min(2, files.length))
  return store
}
const calls = <K extends Key>(key: K) => world.inputsOf(key)

beforeEach(() => {
  localStorage.clear()
  wire.sent.length = 0
  wire.paused = 0
  wire.cancelled = 0
  world.answer("POST /upload/claim", { id: "", salt: "", ranges: [] })
  world.answer("GET /document/recycle", { total: 0, document: [] })
  world.answer("POST /document", submitted)
  world.answer("GET /document/suggest", { title: "", keywords: ["豆", "架"], description: "讲豆", language: "zh-CN", duplicates: [] })
  for (const key of ["GET /document/exist", "PUT /upload/claim"] as const) world.answer(key, refusal(404, ""))
})
afterEach(() => {
  vi.useRealTimers()
  // leaving the page stores its state: keep it out of the next test
  for (const store of made.splice(0)) store.getState().leave()
})

describe("an upload", () => {
  it("takes what it may and says why it leaves the rest; the same file is one row", () => {
    const store = make()
    const rest = store
      .getState()
      .add(found(file("甲.pdf"), file("甲.pdf"), file("乙.exe"), file("空.pdf", ""), new File([new Uint8Array(2 ** 21)], "大.pdf")), limits)
    expect(store.getState().items.map(({ title }) => title)).toEqual(["甲"])
    expect(rest).toEqual({
      refused: [
        "乙.exe 不支持的文件格式，已忽略该文件",
        "空.pdf 是空文件，已忽略该文件",
        "大.pdf 大小 2.00 MB，超过限制（最大 1 MB），已忽略该文件",
      ],
      repeated: 1,
      over: 0,
    })
  })

  it("a thousand fit, the next waits for another time", () => {
    const store = make()
    const many = Array.from({ length: 1_002 }, (_, at) => file(`${at}.txt`, `${at}`))
    expect(store.getState().add(found(...many), limits)).toMatchObject({ over: 2 })
    expect(store.getState().items).toHaveLength(1_000)
  })

  it("hashes, asks, sends and registers, two files at a time", async () => {
    const store = await begun(file("a.pdf"), file("b.pdf"), file("c.pdf"))
    store.getState().rename(first(store).key, "新标题")
    expect(phases(store)).toEqual(["uploading", "uploading", "queued"])
    expect(wire.sent[0]!.md5).toBe(md5("a.pdf"))
    wire.sent[0]!.onDone(4)
    await vi.waitFor(() => expect(phases(store)[0]).toBe("done"))
    expect(world.api).toHaveBeenCalledWith("POST /document", {
      category_id: [1, 2],
      document: [{ attachment_id: 4, title: "新标题", price: 5, description: "" }],
    })
    await vi.waitFor(() => expect(phases(store)).toEqual(["done", "uploading", "uploading"]))
  })

  it("each row may say something else than all", async () => {
    const store = await begun(file("a.pdf"))
    store.getState().setTerms({ keywords: ["共同"] })
    store.getState().edit(keys(store), { category: 3, language: "en", keywords: ["自己", "共同"] })
    wire.sent[0]!.onDone(4)
    await vi.waitFor(() => expect(phases(store)).toEqual(["done"]))
    expect(calls("POST /document")[0]).toEqual({
      category_id: [1, 3],
      document: [{ attachment_id: 4, title: "a", price: 5, description: "", keywords: "共同,自己", language: "en" }],
    })
  })

  it("pauses and continues without reading the file again", async () => {
    const store = await begun(file("a.pdf"))
    wire.sent[0]!.onSafe("/tus/1", 2)
    store.getState().pause()
    expect([phases(store), wire.paused]).toEqual([["paused"], 1])
    store.getState().resume(keys(store))
    await sending(2)
    expect(wire.sent[1]!.url).toBe("/tus/1")
    expect(calls("POST /upload/claim")).toHaveLength(1)
    store.getState().remove(keys(store))
    expect([store.getState().items, wire.cancelled, memoryOf().list()]).toEqual([[], 1, []])
  })

  it("repeats only the registration when the file is already there", async () => {
    world.answer("POST /document", refusal(403, "您暂无权限上传文档"), submitted)
    const store = await begun(file("a.pdf"))
    wire.sent[0]!.onDone(4)
    await vi.waitFor(() => expect(first(store)).toMatchObject({ phase: "failed", message: "您暂无权限上传文档" }))
    store.getState().resume(keys(store))
    await vi.waitFor(() => expect(first(store)).toMatchObject({ phase: "done", uuid: "u4" }))
    expect(wire.sent).toHaveLength(1)
  })

  it.each([
    ["document", 2],
    ["category_id", 1],
    ["document.0.title", 1],
  ])("a refusal of %s: %i sendings of the file until a retry is through", async (field, sendings) => {
    world.answer("POST /document", refusal(400, "请改一下", { field }), submitted)
    const store = await begun(file("a.pdf"))
    wire.sent[0]!.onDone(4)
    await vi.waitFor(() => expect(first(store)).toMatchObject({ phase: "failed", message: "请改一下" }))
    store.getState().resume(keys(store))
    if (sendings > 1) {
      await sending(sendings)
      wire.sent[1]!.onDone(5)
    }
    await vi.waitFor(() => expect(first(store).phase).toBe("done"))
    expect(wire.sent).toHaveLength(sendings)
  })

  it("of more than a hundred, ten become documents together; one that is refused does not hold up the others", async () => {
    world.answer("POST /document", ({ document }) =>
      [document].flat().some(({ attachment_id }) => attachment_id === 3) ? refusal(400, "这份不行") : submitted({ document }),
    )
    const store = make()
    store.getState().add(found(...Array.from({ length: 101 }, (_, at) => file(`${at}.txt`, `第 ${at} 份`))), limits)
    store.getState().start(12)
    for (let at = 1; at <= 12; at++) {
      await vi.waitFor(() => expect(wire.sent.length).toBeGreaterThanOrEqual(at))
      wire.sent[at - 1]!.onDone(at)
    }
    await vi.waitFor(() => expect(phases(store).filter((phase) => phase === "done")).toHaveLength(11))
    expect(
      store
        .getState()
        .items.filter(({ phase }) => phase === "failed")
        .map(({ message }) => message),
    ).toEqual(["这份不行"])
    expect(calls("POST /document").map(({ document }) => (document as unknown[]).length)).toContain(10)
  })
})

describe("what the site has already", () => {
  const salt = "abc"
  const claim = () => world.answer("POST /upload/claim", { id: "c1", salt, ranges: [[0, 2]] })

  it("is asked for, then proved, and nothing is sent", async () => {
    claim()
    const same = { uuid: "there", title: "早就有", username: "林知夏", own: false, likeness: 1, created_at: "" }
    world.answer("GET /document/suggest", {
      title: "",
      keywords: [],
      description: "",
      language: "",
      duplicates: [{ ...same, uuid: "near", likeness: 0.9 }, same],
    })
    world.answer("PUT /upload/claim", { id: 44, hash: "", size: 5, name: "", ext: "" })
    const store = make()
    store.getState().add(found(file("a.pdf")), limits)
    store.getState().start()
    await vi.waitFor(() =>
      expect(first(store)).toMatchObject({
        phase: "duplicate",
        duplicate: { place: "site", uuid: "there", title: "早就有", username: "林知夏" },
      }),
    )
    expect(calls("POST /document"), "asked before it is a document").toEqual([])
    const reloaded = make()
    reloaded.getState().recall(reloaded.getState().remembered()[0]!, null)
    expect(first(reloaded), "and after a reload it is not one without an answer either").toMatchObject({ phase: "ready", accepted: false })
    store.getState().accept(keys(store))
    await vi.waitFor(() => expect(first(store)).toMatchObject({ phase: "done", instant: true, uuid: "u44" }))
    expect(calls("PUT /upload/claim")).toEqual([{ id: "c1", proof: createHash("sha256").update(`${salt}a.`).digest("hex") }])
    expect(wire.sent).toEqual([])
  })

  it("is sent all the same when the proof is not believed", async () => {
    claim()
    world.answer("PUT /upload/claim", refusal(403, "校验没有通过"))
    const store = await begun(file("a.pdf"))
    expect(phases(store)).toEqual(["uploading"])
  })

  it("where a server knows no 秒传 it says at least that the file is there, and is not asked in vain again", async () => {
    world.answer("POST /upload/claim", refusal(404, ""))
    world.answer("GET /document/exist", ({ hash }) =>
      hash === md5("a.pdf") ? { id: 5, uuid: "there", title: "早就有" } : refusal(404, ""),
    )
    const store = make()
    store.getState().add(found(file("a.pdf"), file("b.pdf")), limits)
    store.getState().start()
    await vi.waitFor(() => expect(phases(store)).toEqual(["duplicate", "uploading"]))
    store.getState().accept(keys(store))
    await sending(2)
  })

  it("who has asked often enough for this hour sends the rest without asking", async () => {
    world.answer("POST /upload/claim", refusal(429, "操作太频繁，请稍后再试", { wait: 2_700 }))
    const store = await begun(file("a.pdf"), file("b.pdf"), file("c.pdf"))
    expect(phases(store)).toEqual(["uploading", "uploading", "queued"])
    wire.sent[0]!.onDone(4)
    await sending(3)
    expect(calls("POST /upload/claim").length).toBeLessThanOrEqual(2)
  })

  it("is found in one's own recycle bin", async () => {
    world.answer("GET /document/recycle", {
      total: 1,
      document: [{ id: 9, uuid: "bin", title: "删过的", username: "我", attachment: { id: 1, hash: md5("a.pdf") } }],
    })
    const store = make()
    store.getState().add(found(file("a.pdf"), file("b.pdf")), limits)
    store.getState().start()
    await vi.waitFor(() => expect(phases(store)).toEqual(["duplicate", "uploading"]))
    expect(first(store).duplicate).toMatchObject({ place: "recycle", id: 9 })
    expect(calls("GET /document/recycle")).toHaveLength(1)
  })

  it("twice in the list is asked about once", async () => {
    const store = make()
    store.getState().add(found(file("a.pdf", "同样"), file("b.pdf", "同样")), limits)
    store.getState().start()
    await vi.waitFor(() => expect(phases(store)).toEqual(["uploading", "duplicate"]))
    expect(store.getState().items[1]!.duplicate).toMatchObject({ place: "list", title: "a" })
    wire.sent[0]!.onSafe("/tus/1", 3)
    store.getState().accept(keys(store))
    await sending(2)
    expect(wire.sent[1]!.url, "it has an upload of its own").toBe("")
  })
})

describe("to look at it first", () => {
  it("stops when the file is there, suggests, and submits what is wanted", async () => {
    const store = make()
    store.getState().setReview(true)
    store.getState().add(found(file("a.pdf")), limits)
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

describe("without a network", () => {
  it("waits, says so, goes on by itself when it is back", async () => {
    const store = await begun(file("a.pdf"), file("b.pdf"), file("c.pdf"))
    wire.sent[0]!.onFail({ status: 0, message: "" })
    expect(first(store)).toMatchObject({ phase: "waiting", message: "网络断开了，连上后自动继续" })
    expect(phases(store), "nothing new begins meanwhile").toEqual(["waiting", "uploading", "queued"])
    store.getState().online()
    await vi.waitFor(() => expect(store.getState()).toMatchObject({ backoff: null }))
    await sending(3)
  })

  it("tries again after a pause that grows", async () => {
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

  it("a server that asks for patience gets it", async () => {
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
  it("goes on where it stopped with the same file, and notices another one", async () => {
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

  it("those whose turn had not come are not lost either, with what was said about them and the handles of their files", async () => {
    fileHandles.keep.mockClear()
    fileHandles.drop.mockClear()
    const origin = { root: Promise.resolve({ kind: "file", name: "c.pdf" } as FileSystemHandle), names: [] }
    const before = make()
    before.getState().add([...found(file("a.pdf"), file("b.pdf")), { file: file("c.pdf"), path: "", origin }], limits)
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

  it("what was there already needs no file", async () => {
    memoryOf().keep({
      key: "a.pdf/5/1",
      name: "a.pdf",
      size: 5,
      md5: md5("a.pdf"),
      url: "",
      attachment: 4,
      share: 1,
      title: "改过的",
      terms: { category: 2, price: 0, is_vip: false, language: "", keywords: ["旧"], description: "" },
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
      terms: { category: 2, price: 0, is_vip: false, language: "", keywords: [], description: "" },
      review: false,
    })
    store.getState().recall(store.getState().remembered()[0]!, null)
    await vi.waitFor(() => expect(phases(store), "nobody wanted to look at it").toEqual(["done", "done"]))
    expect(calls("POST /document")[0], "with what was said about it").toMatchObject({ category_id: [1, 2], document: [{ keywords: "旧" }] })
  })
})
