import { render, screen } from "@testing-library/react"
import { expect, it } from "vitest"
import { world } from "@/tests/setup/world"
import { Document } from "@/lib/contract/library/document"
import { DocumentStatus } from "@/lib/contract/library/document.enums"
import { mineOf } from "@/lib/view/library/my-document"
import { MyDocumentRow } from "./my-document-row"

const show = (status: number, reject_reason: string, more: object = {}) => {
  world.enter({ id: 7 })
  const document = mineOf(Document.parse({ id: 1, uuid: "u1", title: "讲义", ext: ".pdf", status, reject_reason, ...more }))
  const nothing = () => undefined
  render(
    <ul>
      <MyDocumentRow
        document={document}
        now={0}
        level="h2"
        busy={false}
        onEdit={nothing}
        onShare={nothing}
        onRetry={() => undefined}
        onDelete={nothing}
      />
    </ul>,
  )
}

it("a rejected document says why", () => {
  show(DocumentStatus.rejected, "封面看不清")
  expect(screen.getByText("未通过原因：封面看不清")).toBeDefined()
})

it("a disabled document says why; a converted one keeps no old reason", () => {
  show(DocumentStatus.disabled, "有人投诉")
  expect(screen.getByText("禁用原因：有人投诉")).toBeDefined()
  show(DocumentStatus.converted, "以前的原因")
  expect(screen.queryByText(/以前的原因/)).toBeNull()
})

it("a document that could not be converted says why; a converted one says what its pages lack", () => {
  show(DocumentStatus.failed, "", { convert_error: "这是网页，不是 PDF" })
  expect(screen.getByText("这是网页，不是 PDF")).toBeDefined()
  show(DocumentStatus.converted, "", { pages: 2, convert_warning: "第 1 页有一张图片无法显示" })
  expect(screen.getByText("第 1 页有一张图片无法显示")).toBeDefined()
})

it.each([DocumentStatus.converted, DocumentStatus.failed])("a document without its file asks for the file (status %i)", (status) => {
  show(status, "", { file_missing: true, convert_error: "文件已损坏" })
  expect(screen.getByText(/^原文件缺失，别人暂不能下载。/)).toBeDefined()
  expect(screen.queryByText("文件已损坏")).toBeNull()
})
