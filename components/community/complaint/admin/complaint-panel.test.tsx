import { fireEvent, render, screen, waitFor } from "@testing-library/react"
import { expect, it, vi } from "vitest"
import { refusal, world } from "@/tests/setup/admin-world"
import type { PanelProps } from "@/components/admin/crud/options"
import { ComplaintDecision, ComplaintStatus } from "@/lib/contract/community/complaint.enums"
import { ComplaintPanel } from "./complaint-panel"

type Props = PanelProps<"/complaint">
const listed = { id: 3, number: "C2026-0003", status: ComplaintStatus.pending } as Props["rows"][number]
const complaint = {
  ...{ id: 3, number: "C2026-0003", status: ComplaintStatus.pending, claimant: "文心出版社", capacity: 2, channel: "mail" },
  ...{ email: "law@example.org", work: "《诗经译注》", statement: "整本扫描，没有授权", infringements: 2 },
  author: { id: 9, username: "何田" },
  target: [{ type: 0, document_id: 7, title: "诗经译注", href: "/document/u7", is_hidden: true }],
  file: [{ id: 5, name: "版权证书.pdf", size: 2_048 }],
}
const words = "上传者和投诉人都会看到；下架和维持下架必须写"

const show = (more: object = {}) => {
  world.answer("GET /complaint", { ...complaint, ...more })
  world.answer("PUT /complaint", {})
  const [reload, onClose] = [vi.fn(), vi.fn()]
  render(<ComplaintPanel rows={[listed]} crud={{ reload } as unknown as Props["crud"]} onClose={onClose} />)
  return { reload, onClose }
}
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }))
const write = (text: string) => fireEvent.change(screen.getByPlaceholderText(words), { target: { value: text } })

it("a case shows both sides, the proof and how often its author has infringed", async () => {
  show()
  expect(await screen.findByText("C2026-0003")).toBeTruthy()
  expect(screen.getByText("整本扫描，没有授权")).toBeTruthy()
  expect(screen.getByText("文心出版社，受权利人委托")).toBeTruthy()
  expect(screen.getByText("law@example.org（邮箱验证码已通过）")).toBeTruthy()
  expect(screen.getByRole("link", { name: "诗经译注" }).getAttribute("href")).toBe("/document/u7")
  expect(screen.getByRole("link", { name: "何田" }).getAttribute("href")).toBe("/user/9")
  expect(screen.getByText(/侵权下架 2 次/).className).toContain("bad")
  expect(screen.getByRole("button", { name: "版权证书.pdf" })).toBeTruthy()
  // whoever may not decide reads only
  expect(screen.queryByRole("button", { name: "下架" })).toBeNull()
  expect(screen.queryByPlaceholderText(words)).toBeNull()
})

it("a takedown needs a reason for both sides, and closes the panel", async () => {
  world.grant("ComplaintAPI/UpdateComplaint")
  const { reload, onClose } = show()
  await screen.findByRole("button", { name: "下架" })
  press("下架")
  expect(await screen.findByText("请写明理由，上传者和投诉人都会看到")).toBeTruthy()
  expect(world.inputsOf("PUT /complaint")).toEqual([])
  write(" 与正式出版物一致 ")
  press("下架")
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(world.inputsOf("PUT /complaint")).toEqual([{ id: 3, decision: ComplaintDecision.takeDown, reason: "与正式出版物一致" }])
  expect(world.messages).toEqual(["已下架，上传者和投诉人会收到通知"])
  expect(reload).toHaveBeenCalledTimes(1)
})

it("a dismissal needs no reason; a refusal keeps the panel and the text", async () => {
  world.grant("ComplaintAPI/UpdateComplaint")
  const { onClose } = show()
  world.answer("PUT /complaint", refusal(409, "这件投诉已经处理过了"), {})
  await screen.findByRole("button", { name: "不成立" })
  write("证据不足")
  press("不成立")
  expect(await screen.findByText("这件投诉已经处理过了")).toBeTruthy()
  expect(onClose).not.toHaveBeenCalled()
  write("")
  press("不成立")
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(world.inputsOf("PUT /complaint").at(-1)).toEqual({ id: 3, decision: ComplaintDecision.dismiss })
})

it("a counter-notice is shown with the decisions that follow it", async () => {
  world.grant("ComplaintAPI/UpdateComplaint")
  show({ status: ComplaintStatus.countered, counter_name: "何田", counter_statement: "这是我自己译的" })
  expect(await screen.findByText("这是我自己译的")).toBeTruthy()
  expect(await screen.findByRole("button", { name: "恢复展示" })).toBeTruthy()
  expect(screen.getByRole("button", { name: "维持下架" })).toBeTruthy()
  expect(screen.queryByRole("button", { name: "不成立" })).toBeNull()
})

it("a closed case offers no decision", async () => {
  world.grant("ComplaintAPI/UpdateComplaint")
  show({ status: ComplaintStatus.upheld, outcome: "反通知没有证明材料" })
  expect(await screen.findByText("反通知没有证明材料")).toBeTruthy()
  expect(screen.queryByRole("button", { name: "恢复展示" })).toBeNull()
})

it("a case that cannot be read says why", async () => {
  world.answer("GET /complaint", refusal(404, "投诉不存在"))
  render(<ComplaintPanel rows={[listed]} crud={{ reload: vi.fn() } as unknown as Props["crud"]} onClose={vi.fn()} />)
  expect(await screen.findByText("投诉不存在")).toBeTruthy()
})
