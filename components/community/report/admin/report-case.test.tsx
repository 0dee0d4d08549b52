import { fireEvent, render, screen, waitFor } from "@testing-library/react"
import { expect, it, vi } from "vitest"
import { world } from "@/tests/setup/admin-world"
import type { PanelProps } from "@/components/admin/crud/options"
import { DocumentStatus } from "@/lib/contract/library/document.enums"
import { ReportCase } from "./report-case"

type Props = PanelProps<"/report">
const report = {
  ...{ id: 3, document_id: 7, document_uuid: "u7", document_title: "讲义", user_id: 2, username: "林知夏", reason: 1, status: false },
  ...{ remark: "", reporter_remark: "全是广告", created_at: "2026-11-20T08:00:00Z", updated_at: null },
} as Props["rows"][number]

const show = (more: Partial<typeof report> = {}) => {
  const reload = vi.fn()
  const onClose = vi.fn()
  render(<ReportCase rows={[{ ...report, ...more }]} crud={{ reload } as unknown as Props["crud"]} onClose={onClose} />)
  return { reload, onClose }
}
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }))

it("a report is a case: the document, the words, and a verdict that takes the document down and closes the case", async () => {
  world.grant("DocumentAPI/CheckDocument")
  world.answer("PUT /document/check", {})
  world.answer("PUT /report", {})
  const { reload, onClose } = show()
  expect(screen.getByRole("link", { name: "讲义" }).getAttribute("href")).toBe("/document/u7")
  expect(screen.getByText("全是广告")).toBeDefined()
  press("下架文档")
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(world.inputsOf("PUT /document/check")).toMatchObject([{ id: [7], status: DocumentStatus.disabled }])
  expect(world.inputsOf("PUT /report")).toEqual([{ id: 3, status: true, remark: "已下架文档" }])
  expect(world.messages).toEqual(["文档已下架，举报已处理"])
  expect(reload).toHaveBeenCalledTimes(1)
})

it("a report without a fault is dismissed with what staff wrote; the document stays", async () => {
  world.answer("PUT /report", {})
  const { onClose } = show()
  expect(screen.queryByRole("button", { name: "下架文档" })).toBeNull()
  fireEvent.change(screen.getByLabelText("处理描述"), { target: { value: "看过了" } })
  press("没有问题")
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(world.inputsOf("PUT /report")).toEqual([{ id: 3, status: true, remark: "看过了" }])
})

it("a closed case can be opened again", async () => {
  world.answer("PUT /report", {})
  const { onClose } = show({ status: true, remark: "看过了" })
  press("重新打开")
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(world.inputsOf("PUT /report")).toEqual([{ id: 3, status: false, remark: "看过了" }])
})
