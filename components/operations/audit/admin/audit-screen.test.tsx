import { fireEvent, render, screen, waitFor, within } from "@testing-library/react"
import { beforeEach, expect, it } from "vitest"
import { world } from "@/tests/setup/admin-world"
import { auditKinds } from "@/lib/contract/operations/audit.objects"
import { AuditScreen } from "./audit-screen"

const operation = {
  id: 14,
  kind: auditKinds.operation,
  user_id: 2,
  username: "小林",
  action: "PUT /banner",
  title: "更新轮播图",
  objects: ["banner", "banner:7"],
  ip: "198.51.100.4",
  created_at: "2026-11-24T02:00:00Z",
  changes: [{ object: "banner:7", title: "元宵" }],
}
const event = { id: 15, kind: auditKinds.security, action: "2", title: "登录没有成功", detail: "密码不正确", ip: "198.51.100.9" }

beforeEach(() => {
  world.grant("AuditAPI/ListAudit")
  world.goTo("/admin/dashboard")
  window.history.replaceState(null, "", "/admin/dashboard?tab=audit")
  world.reply({ "GET /audit/list": { total: 2, audit: [event, operation] } })
})

it("lists user actions beside security events; nothing can be created, selected or deleted", async () => {
  render(<AuditScreen />)
  const row = (await screen.findByText("更新轮播图")).closest("tr")!
  for (const text of ["小林", "轮播图“元宵”", "198.51.100.4", "员工操作"]) expect(row.textContent).toContain(text)
  expect(screen.getByText("登录没有成功").closest("tr")!.textContent).toContain("访客")
  expect(screen.getByText("密码不正确")).toBeTruthy()
  expect(screen.queryByRole("button", { name: /新增|删除|编辑/ })).toBeNull()
})

it("is filtered through the address, which keeps its tab", async () => {
  render(<AuditScreen />)
  await screen.findByText("更新轮播图")
  fireEvent.click(screen.getByRole("button", { name: "安全事件" }))
  await waitFor(() => expect(window.location.search).toBe("?tab=audit&kind=2"))
  await waitFor(() => expect(world.inputsOf("GET /audit/list").at(-1)).toMatchObject({ kind: ["2"] }))
})

it("an entry shows the state before and after, and the request", async () => {
  world.reply({
    "GET /audit": {
      ...operation,
      user_agent: "Firefox",
      input: { id: 7, password: "******" },
      changes: [{ object: "banner:7", title: "元宵", before: { title: "春节", enable: true }, after: { title: "元宵", enable: false } }],
    },
  })
  render(<AuditScreen />)
  await screen.findByText("更新轮播图")
  fireEvent.click(screen.getByRole("button", { name: "查看 更新轮播图" }))
  const drawer = await screen.findByRole("dialog")
  const cells = await within(drawer).findAllByRole("cell")
  expect(cells.map((cell) => cell.textContent)).toEqual(["春节", "元宵", "是", "否"])
  expect(drawer.textContent).toContain('"password": "******"')
  expect(drawer.textContent).toContain("Firefox")
  expect(world.inputsOf("GET /audit")).toEqual([{ id: 14 }])
})
