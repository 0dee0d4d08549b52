import { fireEvent, render, screen, waitFor, within } from "@testing-library/react"
import { beforeEach, expect, it } from "vitest"
import { world } from "@/tests/setup/admin-world"
import { ConversionQueue } from "./conversion-queue"
import { JobScreen } from "./job-screen"

const idle = { schedule: "", waiting: 0, later: 0, active: 0, failed: 0, oldest_at: null, paused_at: null }
const kinds = {
  job: [
    { ...idle, name: "backup", title: "备份", schedule: "40 3 * * *" },
    { ...idle, name: "deliver-webhook", title: "推送 Webhook", waiting: 3, later: 1, paused_at: "2026-11-29T01:00:00Z" },
    { ...idle, name: "text-check", title: "检查正文", failed: 2 },
  ],
}
const failure = { attempts: 3, created_at: "2026-11-29T01:00:00Z", failed_at: "2026-11-29T02:00:00Z", subject: "文档", subject_id: "12" }
const failed = {
  total: 2,
  job: [
    { ...failure, id: "a", reason: "connect ECONNREFUSED", subject_title: "年报", path: "/document/abc" },
    { ...failure, id: "b", reason: "没有说明", subject_title: "", path: "" },
  ],
}
beforeEach(() => {
  world.grant("JobAPI/ListJob", "JobAPI/ListFailedJob", "JobAPI/RetryJob", "JobAPI/DeleteJob", "JobAPI/PauseJob")
  world.reply({
    "GET /job/list": kinds,
    "GET /job/failed": failed,
    "POST /job/retry": { count: 1 },
    "DELETE /job": { count: 1 },
    "PUT /job/pause": {},
  })
})
const rowOf = async (title: string) => (await screen.findByText(title)).closest("li")!

it("lists failed kinds first, then paused ones, and folds those without jobs", async () => {
  render(<JobScreen />)
  await rowOf("备份")
  expect(screen.getAllByRole("button", { name: /^(暂停|继续)/ }).map((one) => one.getAttribute("aria-label"))).toEqual([
    "暂停检查正文",
    "继续推送 Webhook",
    "暂停备份",
  ])
  expect((await rowOf("推送 Webhook")).textContent).toContain("2026-11-29 09:00 起暂停")
  expect((await rowOf("推送 Webhook")).textContent).toContain("其中 1 个还没到时间")
  expect(screen.getByText("空闲的 1 种").closest("details")!.open).toBe(false)
  fireEvent.click(screen.getByRole("button", { name: "继续推送 Webhook" }))
  await waitFor(() => expect(world.calls("PUT /job/pause")).toHaveLength(1))
  expect(JSON.stringify(world.calls("PUT /job/pause"))).toContain('"paused":false')
})

it("shows why jobs failed and for what, and deletes one only after a confirmation", async () => {
  render(<JobScreen />)
  await rowOf("检查正文")
  fireEvent.click(screen.getByRole("button", { name: "失败的检查正文" }))
  const group = within(await screen.findByRole("group", { name: "失败的检查正文" }))
  const [first, second] = await waitFor(() => {
    const rows = group.getAllByRole("listitem")
    expect(rows).toHaveLength(2)
    return rows
  })
  expect(first!.textContent).toContain("connect ECONNREFUSED运行了 3 次 · 失败于 2026-11-29 10:00文档《年报》")
  expect(within(first!).getByRole("link", { name: "文档《年报》" }).getAttribute("href")).toBe("/document/abc")
  expect(second!.textContent).toContain("文档 12")
  fireEvent.click(within(first!).getByRole("button", { name: "重试" }))
  await waitFor(() => expect(world.calls("POST /job/retry")).toHaveLength(1))
  expect(JSON.stringify(world.calls("POST /job/retry"))).toContain('"id":["a"]')
  world.agree = false
  await waitFor(() => expect(within(second!).getByRole<HTMLButtonElement>("button", { name: "删除" }).disabled).toBe(false))
  fireEvent.click(within(second!).getByRole("button", { name: "删除" }))
  await waitFor(() => expect(world.asked).toHaveLength(1))
  expect(world.calls("DELETE /job")).toHaveLength(0)
})

it("offers no action without its permission", async () => {
  world.revoke("JobAPI/ListFailedJob", "JobAPI/PauseJob")
  render(<JobScreen />)
  await rowOf("检查正文")
  expect(screen.queryByRole("button")).toBeNull()
})

it("lists documents by turn, and moves one that waits to the front", async () => {
  world.grant("JobAPI/ListConversion", "JobAPI/MoveConversion")
  const row = {
    id: 1,
    uuid: "u1",
    title: "甲",
    ext: ".pdf",
    size: 2_048,
    pages: 12,
    drawn: 4,
    position: 0,
    state: "converting",
    redrawn: false,
    first: false,
    since: null,
  }
  world.reply({
    "GET /job/conversion": {
      total: 2,
      document: [row, { ...row, id: 2, uuid: "u2", title: "乙", position: 1, state: "waiting", pages: 0, drawn: 0 }],
    },
    "PUT /job/conversion": {},
  })
  render(<ConversionQueue />)
  const [first, second] = await screen.findAllByRole("listitem")
  expect(first!.textContent).toBe("甲正在转换 · PDF 2.00 KB · 4 / 12 页")
  expect(second!.textContent).toBe("1乙等待 · PDF 2.00 KB排到最前面")
  fireEvent.click(screen.getByRole("button", { name: "把《乙》排到最前面" }))
  await waitFor(() => expect(world.calls("PUT /job/conversion")).toHaveLength(1))
})
