import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react"
import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { Document } from "@/lib/contract/library/document"
import { DocumentStatus } from "@/lib/contract/library/document.enums"
import { mineOf } from "@/lib/view/library/my-document"
import { world } from "@/tests/setup/world"
import { DocumentEditor } from "./document-editor"

beforeEach(() => {
  // the browser APIs that antd's forms need
  const listen = { addListener: () => undefined, removeListener: () => undefined, addEventListener: () => undefined }
  vi.stubGlobal("matchMedia", () => ({ matches: false, ...listen, removeEventListener: () => undefined }))
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
  world.enter({ id: 7 })
  world.answer("GET /category/list", { category: [{ id: 3, title: "数学", enable: true }] })
  world.answer("PUT /document", {})
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it("a document that has no category is saved without one", async () => {
  const row = Document.parse({ id: 1, uuid: "u1", title: "讲义", ext: ".pdf", status: DocumentStatus.converted })
  render(<DocumentEditor document={mineOf(row)} onClose={() => undefined} />)
  const name = await screen.findByLabelText("名称")
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>("分类").disabled).toBe(false))
  fireEvent.change(name, { target: { value: "讲义（第二版）" } })
  fireEvent.click(screen.getByRole("button", { name: /保\s?存/ }))
  await waitFor(() => expect(world.inputsOf("PUT /document")).toEqual([{ id: 1, title: "讲义（第二版）" }]))
})

it("untouched text stays as it is stored, with its spaces", async () => {
  const texts = { keywords: " 甲， 乙 ", description: "第一行\r\n第二行 " }
  const row = Document.parse({ id: 1, uuid: "u1", title: "讲义", ext: ".pdf", status: DocumentStatus.converted, ...texts })
  render(<DocumentEditor document={mineOf(row)} onClose={() => undefined} />)
  fireEvent.change(await screen.findByLabelText("名称"), { target: { value: "讲义二" } })
  fireEvent.click(screen.getByRole("button", { name: /保\s?存/ }))
  await waitFor(() => expect(world.inputsOf("PUT /document")).toEqual([{ id: 1, title: "讲义二" }]))
})

it("the encoding of a text can be chosen, that of another file cannot", async () => {
  const row = Document.parse({ id: 1, uuid: "u1", title: "诗", ext: ".txt", status: DocumentStatus.converted })
  const { unmount } = render(<DocumentEditor document={mineOf(row)} onClose={() => undefined} />)
  fireEvent.mouseDown(await screen.findByLabelText("文字编码"))
  fireEvent.click(await screen.findByTitle("繁体中文（Big5）"))
  fireEvent.click(screen.getByRole("button", { name: /保\s?存/ }))
  await waitFor(() => expect(world.inputsOf("PUT /document")).toEqual([{ id: 1, encoding: "big5" }]))
  unmount()
  render(<DocumentEditor document={mineOf({ ...row, ext: ".pdf" })} onClose={() => undefined} />)
  await screen.findByLabelText("名称")
  expect(screen.queryByLabelText("文字编码")).toBeNull()
})
