import { fireEvent, render, screen, waitFor, within } from "@testing-library/react"
import { expect, it } from "vitest"
import { AppealStatus, DecisionKind, DecisionVerdict } from "@/lib/contract/people/appeal.enums"
import { Decision } from "@/lib/contract/people/appeal"
import { world } from "@/tests/setup/world"
import { MyDecisions } from "./my-decisions"

const decision = (more: object) =>
  Decision.parse({ id: 5, kind: DecisionKind.document, verdict: DecisionVerdict.rejected, title: "讲义", in_effect: true, ...more })
const show = (...decisions: Decision[]) => render(<MyDecisions decisions={decisions} now={0} empty={<p>没有</p>} />)
type Decision = ReturnType<typeof decision>

it("an appeal needs a text and is sent with the decision", async () => {
  world.enter({ id: 7 })
  world.answer("POST /appeal", {})
  show(decision({ reason: "缺页" }))
  expect(screen.getByText("原因：缺页")).toBeTruthy()
  fireEvent.click(screen.getByRole("button", { name: "申诉：文档《讲义》没有通过审核" }))
  const dialog = within(await screen.findByRole("dialog", { name: "申诉" }))
  fireEvent.click(dialog.getByRole("button", { name: "提交申诉" }))
  expect(dialog.getByRole("alert").textContent).toBe("请输入申诉理由")
  fireEvent.change(dialog.getByLabelText("申诉理由"), { target: { value: " 不缺 " } })
  fireEvent.click(dialog.getByRole("button", { name: "提交申诉" }))
  await waitFor(() => expect(world.messages).toEqual(["申诉已提交，答复会发到你的通知"]))
  expect(world.api.mock.calls.find(([key]) => key === "POST /appeal")![1]).toEqual({ decision_id: 5, content: "不缺" })
})

it("what has been appealed or is over cannot be appealed, and says what became of it", () => {
  const appeal = { id: 1, content: "误伤", status: AppealStatus.dismissed, answer: "确实刷屏" }
  const punishment = { kind: DecisionKind.punishment, verdict: DecisionVerdict.punished, title: "禁止评论" }
  show(decision({ id: 1, ...punishment, appeal }), decision({ id: 2, in_effect: false, title: "" }))
  expect(screen.queryByRole("button")).toBeNull()
  expect(screen.getByText("禁止评论，一直有效")).toBeTruthy()
  expect(screen.getByText("维持原处理")).toBeTruthy()
  expect(screen.getByText("答复：确实刷屏")).toBeTruthy()
  expect(screen.getByText("一条已经删除的文档没有通过审核")).toBeTruthy()
  expect(screen.getByText("已结束")).toBeTruthy()
})

it("without decisions there is what the page passes in", () => {
  show()
  expect(screen.getByText("没有")).toBeTruthy()
})
