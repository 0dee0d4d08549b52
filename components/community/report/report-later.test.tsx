import { fireEvent, render, screen, waitFor, within } from "@testing-library/react"
import { expect, it } from "vitest"
import { ReportKind } from "@/lib/contract/community/report.enums"
import { world } from "@/tests/setup/world"
import { ReportLater } from "./report-later"

const target = { type: ReportKind.article, id: 5, title: "文章", path: "/article/a" }
const show = () => render(<ReportLater target={target} ownerId={9} label="举报" />)

it("a user reports an article with a reason and words; the author cannot, and a visitor logs in first", async () => {
  world.enter({ id: 3 })
  world.answer("POST /report", {})
  const { unmount } = show()
  fireEvent.click(screen.getByRole("button", { name: "举报" }))
  const dialog = within(await screen.findByRole("dialog", { name: "举报文章" }))
  expect(dialog.getByText("《文章》")).toBeTruthy()
  fireEvent.click(dialog.getByLabelText("垃圾广告"))
  fireEvent.change(dialog.getByLabelText("补充说明"), { target: { value: "广告" } })
  fireEvent.click(dialog.getByRole("button", { name: "提交" }))
  await waitFor(() => expect(world.messages).toEqual(["提交成功"]))
  expect(world.inputsOf("POST /report")).toEqual([{ document_id: 5, type: ReportKind.article, reason: 1, remark: "广告" }])
  unmount()
  world.enter({ id: 9 })
  const ofAuthor = show()
  expect(screen.queryByRole("button", { name: "举报" })).toBeNull()
  ofAuthor.unmount()
  world.leave()
  show()
  fireEvent.click(screen.getByRole("button", { name: "举报" }))
  expect(world.router.push).toHaveBeenCalledWith("/login?redirect=%2Farticle%2Fa")
})

it("a server that knows reports of documents only offers no other", () => {
  world.enter({ id: 3 })
  world.set({ capabilities: { absent: ["POST /report type"], required: [] } })
  show()
  expect(screen.queryByRole("button")).toBeNull()
})
