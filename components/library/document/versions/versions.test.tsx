import { act, fireEvent, screen, waitFor, within } from "@testing-library/react"
import { beforeEach, describe, expect, it, vi } from "vitest"
import { refusal, world } from "@/tests/setup/world"
import { called, menu, openMenu, show } from "../testing/surroundings"

type Sending = {
  onDone: (id: number) => void
  onFail: (failed: { status: number; message: string }) => void
  onProgress: (sent: number) => void
}
const uploads = vi.hoisted(() => ({ sent: [] as Sending[], paused: 0 }))
vi.mock("@/lib/upload/hash-file", () => ({ hashFile: async () => "md5", HashStopped: class extends Error {} }))
vi.mock("@/lib/upload/send", () => ({
  sendFile: (options: Sending) => {
    uploads.sent.push(options)
    return { pause: () => (uploads.paused += 1), cancel: () => undefined }
  },
}))
beforeEach(() => {
  uploads.sent.length = 0
  uploads.paused = 0
  world.set({ security: { max_document_size: 1, document_allowed_ext: [".pdf"] } })
})

describe("file versions", () => {
  const open = async () => {
    world.enter({ id: 9 })
    world.answer("GET /document/version", {
      version: [
        { id: 2, version: 2, size: 2048, ext: ".pdf", name: "新.pdf", created_at: null, current: true },
        { id: 1, version: 1, size: 1024, ext: ".docx", name: "旧.docx", created_at: null, current: false },
      ],
    })
    show()
    await openMenu()
    fireEvent.click(screen.getByRole("menuitem", { name: "文件版本" }))
    return within(await screen.findByRole("dialog", { name: "文件版本" }))
  }
  const choose = (dialog: ReturnType<typeof within>, name: string) =>
    fireEvent.change(dialog.getByLabelText("选择新文件"), { target: { files: [new File(["x"], name)] } })

  it("lists them and replaces the current file with a new one", async () => {
    world.answer("PUT /document/file", {})
    const dialog = await open()
    expect((await dialog.findAllByRole("listitem")).map((row) => row.textContent)).toEqual([
      expect.stringContaining("正在使用"),
      expect.stringContaining("第 1 版"),
    ])
    choose(dialog, "第三版.pdf")
    await waitFor(() => expect(uploads.sent).toHaveLength(1))
    act(() => uploads.sent[0]!.onProgress(0.5))
    expect(dialog.getByRole("status").textContent).toContain("正在上传 50%")
    act(() => uploads.sent[0]!.onDone(77))
    await waitFor(() => expect(world.messages).toEqual(["新文件已收到，转换完成后自动换上"]))
    expect(called("PUT /document/file")).toEqual([["PUT /document/file", { id: 3, attachment_id: 77 }]])
    expect(world.router.refresh).toHaveBeenCalled()
    expect(screen.queryByRole("dialog")).toBeNull()
  })
  it("an earlier one is downloaded, and put back after a confirmation", async () => {
    const assign = vi.fn()
    vi.stubGlobal("location", { ...window.location, assign })
    world.answer("GET /document/version/download", { url: "/download/old" })
    world.answer("PUT /document/version", {})
    const dialog = await open()
    fireEvent.click(await dialog.findByRole("button", { name: "下载第 1 版" }))
    await waitFor(() => expect(assign).toHaveBeenCalledWith("/download/old"))
    expect(dialog.queryByRole("button", { name: "换回第 2 版" })).toBeNull()
    fireEvent.click(dialog.getByRole("button", { name: "换回第 1 版" }))
    await waitFor(() => expect(world.messages).toEqual(["已换回，转换完成后自动换上"]))
    expect(world.asked).toEqual(["换回第 1 版？"])
    expect(called("PUT /document/version")).toEqual([["PUT /document/version", { id: 3, version_id: 1 }]])
    vi.unstubAllGlobals()
  })
  it("an earlier one is opened, page by page, and the list is a click away", async () => {
    world.answer("GET /document/version/pages", { pages: 12, width: 200, height: 300, version: 4 })
    const dialog = await open()
    fireEvent.click(await dialog.findByRole("button", { name: "查看第 1 版" }))
    const images = await dialog.findAllByRole("img")
    expect(images.map((image) => image.getAttribute("src"))).toEqual(
      Array.from({ length: 10 }, (_, at) => `/view/version/1/${at + 1}.svg?v=4`),
    )
    expect(called("GET /document/version/pages")).toEqual([["GET /document/version/pages", { id: 3, version_id: 1 }]])
    fireEvent.click(dialog.getByRole("button", { name: /再看 2 页/ }))
    expect(dialog.getAllByRole("img")).toHaveLength(12)
    fireEvent.click(dialog.getByRole("button", { name: "返回版本列表" }))
    expect(await dialog.findAllByRole("listitem")).toHaveLength(2)
  })
  it("a version without pages, and one that cannot be read, say so", async () => {
    world.answer("GET /document/version/pages", { pages: 0, width: 0, height: 0, version: 0 })
    const dialog = await open()
    fireEvent.click(await dialog.findByRole("button", { name: "查看第 1 版" }))
    expect(await dialog.findByText("第 1 版没有转换过页面，下载它的文件可以看到内容。")).toBeTruthy()
    fireEvent.click(dialog.getByRole("button", { name: "返回版本列表" }))
    world.answer("GET /document/version/pages", refusal(404, "没有这个版本"))
    fireEvent.click(await dialog.findByRole("button", { name: "查看第 2 版" }))
    expect((await dialog.findByRole("alert")).textContent).toContain("没有这个版本")
  })
  it("a back end that keeps no versions has them in no menu", async () => {
    world.enter({ id: 9 })
    world.set({ capabilities: { absent: ["GET /document/version"] } })
    show()
    await openMenu()
    expect(menu()).toContain("编辑文档")
    expect(menu()).not.toContain("文件版本")
  })
  it("an unacceptable file shows a message, and nothing is sent", async () => {
    const dialog = await open()
    choose(dialog, "程序.exe")
    expect(await dialog.findByText("程序.exe 不支持的文件格式")).toBeTruthy()
    expect(uploads.sent).toHaveLength(0)
  })
  it("a failure keeps the dialog open; a cancelled upload stops", async () => {
    const dialog = await open()
    choose(dialog, "a.pdf")
    await waitFor(() => expect(uploads.sent).toHaveLength(1))
    act(() => uploads.sent[0]!.onFail({ status: 400, message: "文件已损坏或格式与扩展名不符" }))
    expect(dialog.getByText("文件已损坏或格式与扩展名不符")).toBeTruthy()
    choose(dialog, "a.pdf")
    await waitFor(() => expect(uploads.sent).toHaveLength(2))
    fireEvent.click(dialog.getByRole("button", { name: "取消上传" }))
    expect(uploads.paused).toBe(1)
    expect(dialog.getByRole("button", { name: "上传新版本" }).hasAttribute("disabled")).toBe(false)
  })
})
