import { fireEvent, render, screen, waitFor, within } from "@testing-library/react"
import { beforeEach, expect, it } from "vitest"
import { world } from "@/tests/setup/admin-world"
import { AlarmScreen } from "./alarm-screen"

const quiet = { active: false, text: "", since: null, recovered_at: null, sent_at: null, checked_at: "2026-11-29T02:00:00Z", error: "" }
const answer = {
  alarm: [
    {
      ...quiet,
      kind: "disk-low",
      title: "磁盘快满了",
      active: true,
      text: "只剩 1.0 GB",
      since: "2026-11-29T01:00:00Z",
      sent_at: "2026-11-29T01:00:00Z",
      error: "钉钉：对方没有接受（310000）",
    },
    {
      ...quiet,
      kind: "backup-old",
      title: "备份太旧",
      text: "3 天前",
      since: "2026-11-28T01:00:00Z",
      recovered_at: "2026-11-28T02:00:00Z",
    },
    { ...quiet, kind: "doctor", title: "体检发现问题" },
  ],
  channel: [
    { name: "mail", label: "邮件", ready: true },
    { name: "feishu", label: "飞书", ready: false },
  ],
}
beforeEach(() => world.grant("AlarmAPI/ListAlarm", "AlarmAPI/TestAlarm"))

it("lists what is wrong with its times and why nobody heard of it, and tests only a channel that is set", async () => {
  world.reply({ "GET /alarm/list": answer, "POST /alarm/test": {} })
  render(<AlarmScreen />)
  const [disk, backup, doctor] = within(await screen.findByRole("region", { name: "告警" })).getAllByRole("listitem")
  expect(disk!.textContent).toBe(
    "告警中磁盘快满了只剩 1.0 GB开始于 2026-11-29 09:00 · 最近通知 2026-11-29 09:00没有通知到：钉钉：对方没有接受（310000）",
  )
  expect(backup!.textContent).toBe("已恢复备份太旧上一次：3 天前开始于 2026-11-28 09:00 · 恢复于 2026-11-28 10:00")
  expect(doctor!.textContent).toBe("正常体检发现问题")
  expect(screen.getAllByRole("button", { name: /发送测试/ })).toHaveLength(1)
  fireEvent.click(screen.getByRole("button", { name: "向邮件发送测试" }))
  await waitFor(() => expect(world.calls("POST /alarm/test")).toHaveLength(1))
  expect(JSON.stringify(world.calls("POST /alarm/test"))).toContain("mail")
})

it("offers no test without the permission", async () => {
  world.revoke("AlarmAPI/TestAlarm")
  world.reply({ "GET /alarm/list": answer })
  render(<AlarmScreen />)
  await screen.findByText("磁盘快满了")
  expect(screen.queryByRole("button", { name: /发送测试/ })).toBeNull()
})
