import { fireEvent, render, screen, waitFor } from "@testing-library/react"
import { beforeEach, describe, expect, it, vi } from "vitest"
import { refusal, world } from "@/tests/setup/world"
import type { SavedHandle } from "@/lib/upload/file-handles"
import { createUploadMemory } from "@/lib/upload/memory"
import { createUpload } from "@/lib/upload/queue"
import { Unfinished } from "./unfinished"
import { UploadContext } from "./upload-context"

type Sent = { file: File; url: string; onDone: (id: number) => void }
const engine = vi.hoisted(() => ({ sent: [] as Sent[], opened: {} as Record<string, File | "denied" | "gone"> }))
vi.mock("@/lib/upload/send", () => ({
  sendFile: (options: Sent) => (engine.sent.push(options), { pause: () => undefined, cancel: () => undefined }),
}))
vi.mock("@/lib/upload/file-handles", () => ({ openSavedFile: async ({ names }: { names: string[] }) => engine.opened[names[0]!] }))

const file = (name: string, text = name) => new File([text], name, { lastModified: 1 })
const terms = { category: 3, price: 0, is_vip: true, language: "", keywords: [], description: "" }
const rememberedFile = (name: string, part = {}) => {
  const { size } = file(name)
  return {
    key: `${name}/${size}/1`,
    name,
    size,
    md5: "",
    url: "",
    attachment: 0,
    share: 0,
    title: name,
    terms,
    review: false,
    at: Date.now(),
    ...part,
  }
}
const remember = (begun: object[], queued: object[] = []) => {
  localStorage.setItem("doujia:uploads:7", JSON.stringify(begun))
  localStorage.setItem("doujia:uploads:7:queue", JSON.stringify(queued))
}
/** `known` = files for which the browser has stored a handle. */
const show = (storedNames: string[] = []) => {
  const handles = new Map(
    storedNames.map((name) => [rememberedFile(name).key, { root: {}, names: [name], at: 0 } as unknown as SavedHandle]),
  )
  const fileHandles = { keep: async () => undefined, drop: async () => undefined, list: async () => handles }
  const store = createUpload({
    memory: createUploadMemory({ storage: () => localStorage, owner: 7, now: Date.now }),
    fileHandles,
    lineage: (category) => [category],
  })
  render(
    <UploadContext value={{ store, fileHandles, categories: [] }}>
      <Unfinished />
    </UploadContext>,
  )
  return store
}
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }))
const documents = () => world.inputsOf("POST /document")

beforeEach(() => {
  localStorage.clear()
  engine.sent.length = 0
  world.answer("POST /upload/claim", { id: "", salt: "", ranges: [] })
  world.answer("POST /document", { document: [] })
  world.answer("GET /document/suggest", refusal(404, ""))
})

describe("after a reload", () => {
  it("offers to resume, and accepts only the same file", () => {
    remember([rememberedFile("甲.pdf", { md5: "m", url: "/tus/1", share: 0.4 })])
    show()
    expect(screen.getByText("7 B，已传 40 %")).toBeTruthy()
    fireEvent.change(screen.getByLabelText("继续上传 甲.pdf"), { target: { files: [file("乙.pdf", "短")] } })
    expect(world.messages).toEqual(["请选择同一个文件：甲.pdf（7 B）"])
    press("放弃 甲.pdf")
    expect([localStorage.getItem("doujia:uploads:7"), screen.queryByRole("region")]).toEqual([null, null])
  })

  it("resumes with one click if the browser kept the file handles; a file that fails to open is selected again", async () => {
    const names = ["乙.pdf", "丙.pdf", "丁.pdf"]
    remember(
      [rememberedFile("戊.pdf", { md5: "m", attachment: 6, share: 1 })],
      names.map((name) => rememberedFile(name)),
    )
    engine.opened = { "乙.pdf": file("乙.pdf"), "丙.pdf": "gone", "丁.pdf": file("丁.pdf", "短") }
    show(names)
    expect(screen.getByText("上次还有 4 份没有传完")).toBeTruthy()
    fireEvent.click(await screen.findByRole("button", { name: "继续 4 份" }))
    await waitFor(() => expect(engine.sent.map((one) => one.file.name)).toEqual(["乙.pdf"]))
    expect(world.messages).toEqual(["2 个文件没有打开，请重新选择"])
    expect(screen.getByLabelText("继续上传 丙.pdf").tagName).toBe("INPUT")
    engine.sent[0]!.onDone(4)
    await waitFor(() => expect(documents().length).toBeGreaterThan(0))
    expect(JSON.stringify(documents())).toContain('"attachment_id":4')
    expect(JSON.stringify(documents()), "what was with the server is submitted").toContain('"attachment_id":6')
  })

  it("if the user denies access, the file is selected again as usual", async () => {
    remember([], [rememberedFile("乙.pdf")])
    engine.opened = { "乙.pdf": "denied" }
    show(["乙.pdf"])
    fireEvent.click(await screen.findByRole("button", { name: "继续上传 乙.pdf" }))
    await waitFor(() => expect(world.messages).toEqual(["浏览器没有放行，请重新选择 乙.pdf"]))
    fireEvent.change(screen.getByLabelText("继续上传 乙.pdf"), { target: { files: [file("乙.pdf")] } })
    await waitFor(() => expect(engine.sent).toHaveLength(1))
  })

  it("an upload to be reviewed waits for the review; a long list is collapsed until expanded", async () => {
    remember(
      [rememberedFile("甲.pdf", { md5: "m", attachment: 6, share: 1, review: true })],
      Array.from({ length: 9 }, (_, at) => rememberedFile(`${at}.pdf`)),
    )
    const store = show()
    expect(screen.getAllByRole("listitem")).toHaveLength(5)
    press("显示全部 10 份")
    expect(screen.getAllByRole("listitem")).toHaveLength(10)
    press("继续提交 甲.pdf")
    await waitFor(() => expect(store.getState().items).toMatchObject([{ phase: "ready", attachmentId: 6, own: { is_vip: true } }]))
    expect(documents()).toEqual([])
  })
})
