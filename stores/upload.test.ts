import { createHash } from "node:crypto"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { uploadLimits } from "@/lib/domain/upload-rules"
import { createUpload } from "./upload"

type Sent = { file: File; md5: string; onProgress: (sent: number) => void; onDone: (id: number) => void; onFail: (failed: { status: number; message: string }) => void }
const wire = vi.hoisted(() => ({ sent: [] as Sent[], paused: 0, cancelled: 0, api: vi.fn() }))

vi.mock("@/lib/api/upload", () => ({
  sendFile: (options: Sent) => {
    wire.sent.push(options)
    return { pause: () => (wire.paused += 1), cancel: () => (wire.cancelled += 1) }
  },
}))
vi.mock("@/lib/api/client", () => ({ api: wire.api }))

const limits = uploadLimits(1, [])
const terms = { categoryIds: [1, 2], price: 5, description: "", language: "" }
const file = (name: string, text = name) => new File([text], name, { lastModified: 1 })
const phases = (store: ReturnType<typeof createUpload>) => store.getState().items.map(({ phase }) => phase)
const settled = () => vi.waitFor(() => expect(wire.sent.length).toBeGreaterThan(0))

beforeEach(() => {
  wire.sent.length = 0
  wire.paused = 0
  wire.cancelled = 0
  wire.api.mockReset().mockResolvedValue({ ok: true, status: 200, data: { document: [{ id: 9, uuid: "u9", status: 0, attachment_id: 4 }] } })
})
afterEach(() => vi.restoreAllMocks())

describe("an upload", () => {
  it("takes what it may and says why it leaves the rest", () => {
    const store = createUpload()
    const refused = store.getState().add([file("甲.pdf"), file("甲.pdf"), file("乙.exe"), file("空.pdf", ""), new File([new Uint8Array(2 ** 21)], "大.pdf")], limits)
    expect(store.getState().items.map(({ title }) => title)).toEqual(["甲"])
    expect(refused).toEqual(["甲.pdf 已经在列表里", "乙.exe 不支持的文件格式，已忽略该文件", "空.pdf 是空文件，已忽略该文件", "大.pdf 大小 2.00 MB，超过限制（最大 1 MB），已忽略该文件"])
  })

  it("hashes, sends and registers, two files at a time", async () => {
    const store = createUpload()
    store.getState().add([file("a.pdf"), file("b.pdf"), file("c.pdf")], limits)
    store.getState().rename(store.getState().items[0]!.key, "新标题")
    store.getState().start(terms)
    await vi.waitFor(() => expect(wire.sent).toHaveLength(2))
    expect(phases(store)).toEqual(["uploading", "uploading", "queued"])
    expect(wire.sent[0]!.md5).toBe(createHash("md5").update("a.pdf").digest("hex"))
    wire.sent[0]!.onDone(4)
    await vi.waitFor(() => expect(phases(store)[0]).toBe("done"))
    expect(wire.api).toHaveBeenCalledWith("POST /document", { category_id: [1, 2], document: [{ attachment_id: 4, title: "新标题", price: 5, description: "" }] })
    await vi.waitFor(() => expect(phases(store)).toEqual(["done", "uploading", "uploading"]))
  })

  it("pauses and continues without reading the file again", async () => {
    const store = createUpload()
    store.getState().add([file("a.pdf")], limits)
    const { key } = store.getState().items[0]!
    store.getState().start(terms)
    await settled()
    store.getState().pause(key)
    expect([phases(store), wire.paused]).toEqual([["paused"], 1])
    store.getState().resume(key)
    expect(phases(store)).toEqual(["uploading"])
    store.getState().remove(key)
    expect([store.getState().items, wire.cancelled]).toEqual([[], 1])
  })

  it("repeats only the registration when the file is already there", async () => {
    wire.api.mockResolvedValueOnce({ ok: false, status: 403, message: "您暂无权限上传文档" })
    const store = createUpload()
    store.getState().add([file("a.pdf")], limits)
    store.getState().start(terms)
    await settled()
    wire.sent[0]!.onDone(4)
    await vi.waitFor(() => expect(store.getState().items[0]).toMatchObject({ phase: "failed", message: "您暂无权限上传文档" }))
    store.getState().resume(store.getState().items[0]!.key)
    await vi.waitFor(() => expect(store.getState().items[0]).toMatchObject({ phase: "done", uuid: "u9" }))
    expect(wire.sent).toHaveLength(1)
  })

  it("goes on by itself when the network is back", async () => {
    const store = createUpload()
    store.getState().add([file("a.pdf")], limits)
    store.getState().start(terms)
    await settled()
    wire.sent[0]!.onFail({ status: 0, message: "" })
    expect(store.getState().items[0]).toMatchObject({ phase: "failed", offline: true, message: "网络断开了，连上后自动继续" })
    store.getState().online()
    expect(phases(store)).toEqual(["uploading"])
  })
})
