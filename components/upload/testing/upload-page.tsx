import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react"
import { afterEach, beforeEach, expect, vi } from "vitest"
import { refusal, world } from "@/tests/setup/world"
import type { CategoryNode } from "@/lib/view/library/category-tree"
import { UploadView } from "../upload-view"

/* The upload page in the test world, with a transport that only records what is sent. Import it before any module of the page. */

type Sent = {
  file: File
  onSafe: (url: string, accepted: number) => void
  onDone: (id: number) => void
  onFail: (failed: { status: number; message: string }) => void
}
const hoisted = vi.hoisted(() => ({
  sent: [] as Sent[],
  steps: null as null | ((event: object) => void),
  returned: () => undefined as void,
}))
vi.mock("@/lib/upload/send", () => ({
  sendFile: (options: Sent) => (hoisted.sent.push(options), { pause: () => undefined, cancel: () => undefined }),
}))
vi.mock("@/lib/api/progress", () => ({
  followProgress: ({ onEvent, onReturn }: { onEvent: (event: object) => void; onReturn: () => void }) => (
    Object.assign(hoisted, { steps: onEvent, returned: onReturn }),
    () => undefined
  ),
}))

/** The recorded uploads, and the hook that delivers conversion steps to the page. */
export const engine = hoisted

const node = (id: number, title: string, children: CategoryNode[] = []): CategoryNode => ({
  id,
  title,
  children,
  doc_count: 0,
  parent_id: 0,
  cover: "",
  description: "",
})
export const categories = [node(1, "教育", [node(2, "试卷")]), node(3, "法律")]
export const limit = { allowed: true, reason: "", review: true, megabytes: 2, ext: [".pdf", ".txt", ".docx"], left_today: 5, reward: 8 }
export const file = (name: string, text = name) => new File([text], name, { lastModified: 1 })
export const show = async () => {
  const view = render(<UploadView categories={categories} />)
  await waitFor(() => expect(view.container.querySelector("[aria-busy=true].up-grid")).toBeNull())
  return view
}
export const choose = (...files: File[]) => fireEvent.change(screen.getByLabelText("选择文件"), { target: { files } })
export const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }))
export const settle = (vip = false) =>
  world.set({
    system: { credit_name: "魔豆" },
    vip: { enable: vip },
    security: { max_document_size: 50, document_allowed_ext: [] },
    language: [
      { code: "zh-CN", language: "简体中文" },
      { code: "en", language: "English" },
    ],
  })
export const titles = () => screen.queryAllByLabelText<HTMLInputElement>("文档标题").map(({ value }) => value)
export const pick = (label: HTMLElement, title: string) => {
  fireEvent.mouseDown(label)
  fireEvent.click(screen.getAllByTitle(title).at(-1)!)
}
export const documents = () => world.inputsOf("POST /document")

beforeEach(() => {
  vi.stubGlobal("matchMedia", () => ({ matches: false, addListener: () => undefined, removeListener: () => undefined }))
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe = () => undefined
      unobserve = () => undefined
      disconnect = () => undefined
    },
  )
  Element.prototype.scrollIntoView = () => undefined
  localStorage.clear()
  engine.sent.length = 0
  world.enter({ id: 7 })
  settle()
  world.answer("GET /upload/limit", limit)
  world.answer("POST /upload/claim", { id: "", salt: "", ranges: [] })
  world.answer("GET /document/recycle", { total: 0, document: [] })
  world.answer("POST /document", ({ document }) => ({
    document: [document].flat().map(({ attachment_id }) => ({
      id: Number(attachment_id),
      uuid: `u${attachment_id}`,
      status: 0,
      attachment_id: Number(attachment_id),
    })),
  }))
  for (const key of ["PUT /document", "PUT /document/recycle"] as const) world.answer(key, {})
  for (const key of ["GET /document/suggest", "DELETE /document", "GET /document/list"] as const) world.answer(key, refusal(404, ""))
})
// antd still uses it while a form unmounts
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
