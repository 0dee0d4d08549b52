import { fireEvent, render, screen, waitFor } from "@testing-library/react"
import { beforeEach, expect, it, vi } from "vitest"
import { AccessToken } from "@/lib/contract/people/session"
import { User } from "@/lib/contract/people/user"
import { refusal, world } from "@/tests/setup/world"
import { AccessTokens } from "./access-tokens"

const now = Date.parse("2026-11-24T00:00:00Z")
const token = AccessToken.parse({
  id: 4,
  name: "备份脚本",
  scope: ["read", "document"],
  hint: "dj_AbCd",
  created_at: "2026-10-01T00:00:00Z",
  expires_at: "2026-12-24T00:00:00Z",
  last_used_at: "2026-11-23T00:00:00Z",
  last_used_ip: "198.51.100.4",
})
const secret = `dj_${"x".repeat(43)}`
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }))
beforeEach(() => {
  world.enter(User.parse({ id: 7, username: "林知夏" }))
  HTMLDialogElement.prototype.showModal = vi.fn(function (this: HTMLDialogElement) {
    this.open = true
  })
})

it("an empty list explains what tokens are for; a new token is shown once", async () => {
  world.answer("POST /user/token", { id: 9, token: secret })
  render(<AccessTokens tokens={[]} now={now} />)
  expect(screen.getByText("还没有访问令牌")).toBeTruthy()
  press("新建令牌")
  press("新建")
  expect(screen.getByText("请输入令牌的名称，说明它给什么程序用")).toBeTruthy()
  fireEvent.change(screen.getByLabelText("名称"), { target: { value: " 备份 " } })
  fireEvent.click(screen.getByRole("checkbox", { name: /^下载/ }))
  fireEvent.change(screen.getByLabelText("有效期"), { target: { value: "30" } })
  expect(screen.queryByRole("checkbox", { name: /^管理/ })).toBeNull()
  press("新建")
  expect(await screen.findByText(secret)).toBeTruthy()
  expect(world.api).toHaveBeenCalledWith("POST /user/token", { name: "备份", scope: ["read", "download"], days: 30 })
  press("完成")
  await waitFor(() => expect(screen.queryByText(secret)).toBeNull())
  expect(world.messages).toEqual(["令牌不会再显示；没有保存的话，撤销后再建一个。"])
})

it("an error appears in the form", async () => {
  world.answer("POST /user/token", refusal(409, "最多可以有 20 个访问令牌，请先撤销不用的"))
  render(<AccessTokens tokens={[token]} now={now} />)
  press("新建令牌")
  fireEvent.change(screen.getByLabelText("名称"), { target: { value: "备份" } })
  press("新建")
  expect(await screen.findByText("最多可以有 20 个访问令牌，请先撤销不用的")).toBeTruthy()
})

it("lists each token's prefix, scopes and last use, and revokes it after a confirmation", async () => {
  world.answer("DELETE /user/token", {})
  render(<AccessTokens tokens={[token]} now={now} />)
  for (const text of ["dj_AbCd…", "读取、文档", "2026-12-24 到期"]) expect(screen.getByText(text)).toBeTruthy()
  expect(screen.getByText(/198\.51\.100\.4/)).toBeTruthy()
  press("撤销 备份脚本")
  await waitFor(() => expect(world.api).toHaveBeenCalledWith("DELETE /user/token", { id: 4 }))
  expect(world.messages).toContain("令牌已经撤销")
})
