import { act, fireEvent, render, screen, waitFor } from "@testing-library/react"
import { beforeEach, describe, expect, it, vi } from "vitest"
import { refusal, world } from "@/tests/setup/admin-world"
import DocumentList from "@/app/admin/document/list/page"
import type { PanelProps } from "@/components/admin/crud/options"
import { ListTools } from "./list-tools"
import { VersionPanel } from "./version-panel"

type Sending = { onDone: (id: number) => void; onProgress: (sent: number) => void }
const uploads = vi.hoisted(() => ({ sent: [] as Sending[], paused: 0 }))
vi.mock("@/lib/upload/hash-file", () => ({ hashFile: async () => "md5", HashStopped: class extends Error {} }))
vi.mock("@/lib/upload/send", () => ({
  sendFile: (options: Sending) => {
    uploads.sent.push(options)
    return { pause: () => (uploads.paused += 1), cancel: () => undefined }
  },
}))
beforeEach(() => {
  uploads.sent.length = uploads.paused = 0
  world.set({ security: { max_document_size: 1, document_allowed_ext: [".pdf"] } })
})

describe("the toolbar of the document list", () => {
  const props = { rows: [], mayRedraw: true, onRedraw: vi.fn() }

  it("shows the conversion progress, and nothing while no conversion runs", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    world.reply({ "GET /document/list": { total: 12, document: [] } })
    render(<ListTools {...props} />)
    expect((await screen.findByRole("status")).textContent).toBe("还有 12 份在转换")
    expect(world.inputsOf("GET /document/list")[0]).toEqual({ status: [0, 1, 5], page: 1, size: 1 })
    world.reply({ "GET /document/list": { total: 3, document: [] } })
    await act(() => vi.advanceTimersByTimeAsync(5_000))
    const bar = await screen.findByRole<HTMLProgressElement>("progressbar", { name: "还有 3 份在转换" })
    expect([bar.value, bar.max]).toEqual([9, 12])
    world.reply({ "GET /document/list": { total: 0, document: [] } })
    await act(() => vi.advanceTimersByTimeAsync(5_000))
    await waitFor(() => expect(screen.queryByRole("status")).toBeNull())
    const requestCount = world.inputsOf("GET /document/list").length
    await act(() => vi.advanceTimersByTimeAsync(30_000))
    expect(world.inputsOf("GET /document/list").length - requestCount).toBeLessThan(2)
    vi.useRealTimers()
  })

  it("converts failed documents again, those without what the server lacked, or all", async () => {
    world.reply({ "GET /document/list": { total: 0, document: [] } })
    render(<ListTools {...props} />)
    for (const name of ["失败的文档", "缺公式或字体的文档", "所有文档"]) {
      fireEvent.click(screen.getByRole("button", { name: "重新转换" }))
      fireEvent.click(await screen.findByRole("menuitem", { name }))
    }
    expect(props.onRedraw.mock.calls).toEqual([["failed"], ["incomplete"], ["all"]])
  })
})

it("an empty document list links to the upload", async () => {
  world.grant("DocumentAPI/ListDocument")
  world.reply({ "GET /document/list": { total: 0, document: [] } })
  render(<DocumentList />)
  await screen.findByText("还没有文档")
  expect(screen.getByRole("link", { name: "上传文档" }).getAttribute("href")).toBe("/upload")
})

describe("replacing the file of a document", () => {
  const reload = vi.fn()
  const onClose = vi.fn()
  const show = () =>
    render(<VersionPanel {...({ rows: [{ id: 3, title: "合同" }], crud: { reload }, onClose } as unknown as PanelProps<"/document">)} />)

  it("lists the existing files, uploads the new one, and reloads the list", async () => {
    world.reply({
      "GET /document/version": {
        version: [{ id: 1, version: 1, size: 1024, ext: ".pdf", name: "旧.pdf", created_at: null, current: true }],
      },
      "PUT /document/file": {},
    })
    show()
    expect((await screen.findByRole("listitem")).textContent).toContain("正在使用")
    fireEvent.change(screen.getByLabelText("选择新文件"), { target: { files: [new File(["x"], "新.pdf")] } })
    await waitFor(() => expect(uploads.sent).toHaveLength(1))
    act(() => uploads.sent[0]!.onProgress(0.5))
    expect(screen.getByRole("status").textContent).toContain("正在上传 50%")
    act(() => uploads.sent[0]!.onDone(77))
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(world.inputsOf("PUT /document/file")).toEqual([{ id: 3, attachment_id: 77 }])
    expect(reload).toHaveBeenCalled()
  })

  it("shows why the files cannot be loaded, and retries", async () => {
    world.reply({ "GET /document/version": refusal(404, "文档不存在") })
    show()
    expect((await screen.findByRole("alert")).textContent).toContain("文档不存在")
  })
})
