import { createHash } from "node:crypto"
import { describe, expect, it, vi } from "vitest"
import { refusal, world } from "@/tests/setup/world"
import { rememberAbsent } from "@/lib/api/absent"
import {
  wire,
  limits,
  file,
  collectedFiles,
  md5,
  submitted,
  memoryOf,
  make,
  phases,
  first,
  keys,
  sending,
  begun,
  calls,
} from "./testing/queue.fixture"

describe("an upload", () => {
  it("accepts valid files and gives the reason for the others; the same file is one row", () => {
    const store = make()
    const rest = store
      .getState()
      .add(
        collectedFiles(file("甲.pdf"), file("甲.pdf"), file("乙.exe"), file("空.pdf", ""), new File([new Uint8Array(2 ** 21)], "大.pdf")),
        limits,
      )
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

  it("accepts a thousand files and leaves the rest for later", () => {
    const store = make()
    const many = Array.from({ length: 1_002 }, (_, at) => file(`${at}.txt`, `${at}`))
    expect(store.getState().add(collectedFiles(...many), limits)).toMatchObject({ over: 2 })
    expect(store.getState().items).toHaveLength(1_000)
  })

  it("hashes, checks, sends and registers, two files at a time", async () => {
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

  it("a row may override the common details", async () => {
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

  it("pauses and resumes without reading the file again", async () => {
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

  it("repeats only the registration when the file is already uploaded", async () => {
    world.answer("POST /document", refusal(403, "你暂无权限上传文档"), submitted)
    const store = await begun(file("a.pdf"))
    wire.sent[0]!.onDone(4)
    await vi.waitFor(() => expect(first(store)).toMatchObject({ phase: "failed", message: "你暂无权限上传文档" }))
    store.getState().resume(keys(store))
    await vi.waitFor(() => expect(first(store)).toMatchObject({ phase: "done", uuid: "u4" }))
    expect(wire.sent).toHaveLength(1)
  })

  it("reports that the server is out of space, and resumes where the file stopped once there is space", async () => {
    const store = await begun(file("a.pdf"))
    wire.sent[0]!.onSafe("/tus/1", 0)
    const message = "服务器剩余空间不足，暂时不能上传，请稍后再试或联系管理员"
    wire.sent[0]!.onFail({ status: 507, message })
    await vi.waitFor(() => expect(first(store)).toMatchObject({ phase: "failed", message }))
    store.getState().resume(keys(store))
    await sending(2)
    expect(wire.sent[1]!.url).toBe("/tus/1")
    wire.sent[1]!.onDone(4)
    await vi.waitFor(() => expect(first(store)).toMatchObject({ phase: "done" }))
  })

  it.each([
    ["document", 2],
    ["category_id", 1],
    ["document.0.title", 1],
  ])("an error about %s: %i uploads of the file until a retry succeeds", async (field, sendings) => {
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

  it("of more than a hundred, ten are registered per call; a rejected one does not delay the others", async () => {
    world.answer("POST /document", ({ document }) =>
      [document].flat().some(({ attachment_id }) => attachment_id === 3) ? refusal(400, "这份不行") : submitted({ document }),
    )
    const store = make()
    store.getState().add(collectedFiles(...Array.from({ length: 101 }, (_, at) => file(`${at}.txt`, `第 ${at} 份`))), limits)
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

describe("content that the site already has", () => {
  const salt = "abc"
  const claim = () => world.answer("POST /upload/claim", { id: "c1", salt, ranges: [[0, 2]] })

  it("is claimed, then proved, and nothing is sent", async () => {
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
    store.getState().add(collectedFiles(file("a.pdf")), limits)
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

  it("is sent anyway when the proof is rejected", async () => {
    claim()
    world.answer("PUT /upload/claim", refusal(403, "校验没有通过"))
    const store = await begun(file("a.pdf"))
    expect(phases(store)).toEqual(["uploading"])
  })

  it("without 秒传 on the back end it at least reports the existing file, and does not call again in vain", async () => {
    world.answer("POST /upload/claim", refusal(404, ""))
    world.answer("GET /document/exist", ({ hash }) =>
      hash === md5("a.pdf") ? { id: 5, uuid: "there", title: "早就有" } : refusal(404, ""),
    )
    const store = make()
    store.getState().add(collectedFiles(file("a.pdf"), file("b.pdf")), limits)
    store.getState().start()
    await vi.waitFor(() => expect(phases(store)).toEqual(["duplicate", "uploading"]))
    store.getState().accept(keys(store))
    await sending(2)
  })

  it("at the hourly limit of claims the rest is sent without a claim", async () => {
    world.answer("POST /upload/claim", refusal(429, "操作太频繁，请稍后再试", { wait: 2_700 }))
    const store = await begun(file("a.pdf"), file("b.pdf"), file("c.pdf"))
    expect(phases(store)).toEqual(["uploading", "uploading", "queued"])
    wire.sent[0]!.onDone(4)
    await sending(3)
    expect(calls("POST /upload/claim").length).toBeLessThanOrEqual(2)
  })

  it("is found in the user's own recycle bin", async () => {
    world.answer("GET /document/recycle", {
      total: 1,
      document: [{ id: 9, uuid: "bin", title: "删过的", username: "我", attachment: { id: 1, hash: md5("a.pdf") } }],
    })
    const store = make()
    store.getState().add(collectedFiles(file("a.pdf"), file("b.pdf")), limits)
    store.getState().start()
    await vi.waitFor(() => expect(phases(store)).toEqual(["duplicate", "uploading"]))
    expect(first(store).duplicate).toMatchObject({ place: "recycle", id: 9 })
    expect(calls("GET /document/recycle")).toHaveLength(1)
  })
  it("no request is made for a recycle bin that the back end lacks", async () => {
    rememberAbsent(["GET /document/recycle own"])
    await begun(file("a.pdf"))
    rememberAbsent([])
    expect(calls("GET /document/recycle")).toHaveLength(0)
  })

  it("is claimed once if it is twice in the list", async () => {
    const store = make()
    store.getState().add(collectedFiles(file("a.pdf", "同样"), file("b.pdf", "同样")), limits)
    store.getState().start()
    await vi.waitFor(() => expect(phases(store)).toEqual(["uploading", "duplicate"]))
    expect(store.getState().items[1]!.duplicate).toMatchObject({ place: "list", title: "a" })
    wire.sent[0]!.onSafe("/tus/1", 3)
    store.getState().accept(keys(store))
    await sending(2)
    expect(wire.sent[1]!.url, "it has an upload of its own").toBe("")
  })
})

describe("a price that cannot be read", () => {
  it("starts and resumes nothing until it is mended", async () => {
    const store = make()
    store.getState().add(collectedFiles(file("a.pdf"), file("b.pdf")), limits)
    const second = new Set([store.getState().items[1]!.key])
    store.getState().edit(second, { price: Number.NaN })
    store.getState().start()
    store.getState().resume(undefined, ["chosen"])
    expect([phases(store), store.getState().refusedKey]).toEqual([["chosen", "chosen"], [...second][0]])
    store.getState().endRefusal()
    store.getState().edit(second, { price: 3 })
    store.getState().start()
    await sending(2)
    expect(store.getState().refusedKey).toBeNull()
  })

  it("holds a file that was being sent, and a row that was checked", async () => {
    const store = await begun(file("a.pdf"))
    store.getState().edit(keys(store), { price: Number.NaN })
    wire.sent[0]!.onDone(4)
    await vi.waitFor(() => expect(phases(store)).toEqual(["ready"]))
    store.getState().submit(keys(store))
    expect([phases(store), calls("POST /document")]).toEqual([["ready"], []])
    store.getState().edit(keys(store), { price: 3 })
    store.getState().submit(keys(store))
    await vi.waitFor(() => expect(phases(store)).toEqual(["done"]))
    expect(calls("POST /document")).toMatchObject([{ document: [{ price: 3 }] }])
  })

  it("waits after a reload with the last number, and is stored without a null", async () => {
    const store = make()
    store.getState().add(collectedFiles(file("a.pdf")), limits)
    store.getState().edit(keys(store), { price: 8 })
    store.getState().edit(keys(store), { price: Number.NaN })
    store.getState().save()
    expect(localStorage.length).toBeGreaterThan(0)
    expect(make().getState().remembered()).toMatchObject([{ terms: { price: 8 }, chosen: true }])
  })
})
