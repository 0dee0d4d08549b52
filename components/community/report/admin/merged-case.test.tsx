import { fireEvent, render, screen, waitFor } from "@testing-library/react"
import { beforeEach, expect, it, vi } from "vitest"
import { ReportKind, ReportVerdict } from "@/lib/contract/community/report.enums"
import { world } from "@/tests/setup/admin-world"
import { MergedCase } from "./merged-case"

const row = { id: 4, case_id: 7, type: ReportKind.comment, document_id: 3, user_id: 2, username: "林知夏", reason: 1 }
const reportCase = {
  ...{ id: 7, type: ReportKind.comment, document_id: 3, title: "加微信", content: "加微信领资料", href: "/document/u" },
  ...{ author: { id: 9, username: "何田" }, report_count: 2, weight: 1.3, is_hidden: true },
  report: [
    { ...row, reporter_remark: "全是广告", picture: "/uploads/a.webp" },
    { ...row, id: 3, user_id: 5, username: "苏青", reason: 7 },
  ],
}
const onDecided = vi.fn()
const onClose = vi.fn()
const show = () => render(<MergedCase caseId={7} onDecided={onDecided} onClose={onClose} />)

beforeEach(() => {
  onDecided.mockReset()
  onClose.mockReset()
  world.answer("GET /report/case", reportCase)
  world.answer("PUT /report/case", {})
})

it("one verdict dismisses all reports of a hidden comment and restores it; the answer and the note are apart", async () => {
  show()
  expect(await screen.findByText("全是广告")).toBeTruthy()
  expect(screen.getByText("加微信领资料")).toBeTruthy()
  expect(screen.getByText("2 条，权重 1.3")).toBeTruthy()
  expect(screen.getByAltText("举报人上传的图片").getAttribute("src")).toBe("/uploads/a.webp")
  expect(screen.queryByRole("button", { name: "下架评论" })).toBeNull()
  fireEvent.change(screen.getByLabelText("给举报人的答复"), { target: { value: " 没有违规 " } })
  fireEvent.change(screen.getByLabelText("处理描述"), { target: { value: "看过了" } })
  fireEvent.click(screen.getByRole("button", { name: "没有问题，恢复展示" }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  const input = { case_id: 7, verdict: ReportVerdict.dismissed, answer: "没有违规", remark: "看过了" }
  expect(world.inputsOf("PUT /report/case")).toEqual([input])
  expect(world.messages).toEqual(["已恢复展示，举报已驳回"])
  expect(onDecided).toHaveBeenCalledTimes(1)
})

it("staff who may review comments take it down", async () => {
  world.grant("CommentAPI/CheckComment")
  show()
  fireEvent.click(await screen.findByRole("button", { name: "下架评论" }))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(world.inputsOf("PUT /report/case")).toMatchObject([{ case_id: 7, verdict: ReportVerdict.upheld }])
})

it("a decided case offers no verdict", async () => {
  world.answer("GET /report/case", { ...reportCase, report_count: 0, is_hidden: false })
  show()
  await screen.findByText("全是广告")
  expect(screen.queryByRole("button", { name: "没有问题" })).toBeNull()
})
