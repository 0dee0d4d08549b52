import { fireEvent, render, screen, waitFor } from "@testing-library/react"
import { expect, it, vi } from "vitest"
import { refusal, world } from "@/tests/setup/admin-world"
import type { PanelProps } from "@/components/admin/crud/options"
import { AppealStatus, DecisionKind, DecisionVerdict } from "@/lib/contract/people/appeal.enums"
import { AppealPanel } from "./appeal-panel"

type Props = PanelProps<"/appeal">
const row = { id: 8, status: AppealStatus.waiting } as Props["rows"][number]
const appeal = {
  ...{ id: 8, kind: DecisionKind.document, title: "文档《讲义》没有通过审核", content: "是我写的", user_id: 7, username: "林知夏" },
  ...{ status: AppealStatus.waiting, verdict: DecisionVerdict.rejected, href: "/document/u", reason: "缺页", decided_by: "苏青" },
  ...{ in_effect: true, refusal: "" },
}

const show = (more: object = {}, mayAnswer = true) => {
  world.answer("GET /appeal", { ...appeal, ...more })
  world.answer("PUT /appeal", {})
  const [reload, onClose] = [vi.fn(), vi.fn()]
  render(<AppealPanel rows={[row]} crud={{ reload, may: () => mayAnswer } as unknown as Props["crud"]} onClose={onClose} />)
  return { reload, onClose }
}
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }))

it("an appeal shows the decision, its reason and who made it, and is upheld without an answer", async () => {
  const { reload, onClose } = show()
  expect(await screen.findByText("是我写的")).toBeTruthy()
  expect(screen.getByText("文档《讲义》没有通过审核").closest("a")!.getAttribute("href")).toBe("/document/u")
  expect(screen.getByText("缺页")).toBeTruthy()
  expect(screen.getByText("苏青")).toBeTruthy()
  press("申诉成立")
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(world.inputsOf("PUT /appeal")).toEqual([{ id: 8, upheld: true, answer: "" }])
  expect(world.messages).toEqual(["申诉成立，原来的处理已撤销"])
  expect(reload).toHaveBeenCalledTimes(1)
})

it("letting the decision stand needs a reason; a refusal keeps the text", async () => {
  const { onClose } = show()
  world.answer("PUT /appeal", refusal(409, "这条申诉已经有答复了"), {})
  await screen.findByText("是我写的")
  press("维持原处理")
  expect(await screen.findByText("请写明维持原处理的理由")).toBeTruthy()
  expect(world.inputsOf("PUT /appeal")).toEqual([])
  fireEvent.change(screen.getByLabelText("答复"), { target: { value: " 确实缺页 " } })
  press("维持原处理")
  expect(await screen.findByText("这条申诉已经有答复了")).toBeTruthy()
  expect(screen.getByLabelText<HTMLTextAreaElement>("答复").value).toBe(" 确实缺页 ")
  expect(onClose).not.toHaveBeenCalled()
  press("维持原处理")
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(world.inputsOf("PUT /appeal").at(-1)).toEqual({ id: 8, upheld: false, answer: "确实缺页" })
})

it("whoever decided reads why a colleague must answer", async () => {
  show({ refusal: "这是你作出的处理，申诉要由另一位同事答复" })
  expect(await screen.findByText("这是你作出的处理，申诉要由另一位同事答复")).toBeTruthy()
  expect(screen.queryByRole("button", { name: "申诉成立" })).toBeNull()
  expect(screen.queryByLabelText("答复")).toBeNull()
})

it("an answered appeal shows its answer and offers no other", async () => {
  show({ status: AppealStatus.dismissed, answer: "确实缺页", answered_by: "何田", refusal: "这条申诉已经有答复了", in_effect: false })
  expect(await screen.findByText("维持原处理")).toBeTruthy()
  expect(screen.getByText(/确实缺页/)).toBeTruthy()
  expect(screen.getByText("已经不再生效")).toBeTruthy()
  expect(screen.queryByText("这条申诉已经有答复了")).toBeNull()
  expect(screen.queryByRole("button", { name: "申诉成立" })).toBeNull()
})

it("staff without the permission to answer only read", async () => {
  show({}, false)
  expect(await screen.findByText("是我写的")).toBeTruthy()
  expect(screen.queryByRole("button", { name: "申诉成立" })).toBeNull()
})
