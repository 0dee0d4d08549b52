import { fireEvent, render, screen, waitFor } from "@testing-library/react"
import { beforeEach, describe, expect, it, vi } from "vitest"
import { ClosingBox } from "./closing-box"

const world = vi.hoisted(() => ({ api: vi.fn(), reload: vi.fn(), refresh: vi.fn() }))
vi.mock("@/lib/api/client", () => ({ api: world.api }))
vi.mock("next/navigation", () => {
  const router = { refresh: world.refresh }
  return { useRouter: () => router }
})
vi.mock("@/components/providers/session", () => ({ useSessionStore: () => ({ getState: () => ({ reload: world.reload }) }) }))

const submit = () => fireEvent.click(screen.getByRole("button", { name: "注销账号" }))
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const word = "输入“注销账号”确认"

beforeEach(() => {
  world.api.mockReset()
  world.refresh.mockReset()
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.setAttribute("open", "")
  }
  HTMLDialogElement.prototype.close = function close() {
    this.removeAttribute("open")
  }
})

describe("closing the account", () => {
  it("wants the password and the word before anything is sent", () => {
    render(<ClosingBox open hasPassword onClose={() => undefined} />)
    submit()
    expect(screen.getByText("请输入你的登录密码")).toBeTruthy()
    type("登录密码", "correct horse 7")
    type(word, "注销")
    submit()
    expect(screen.getByText("请输入“注销账号”四个字")).toBeTruthy()
    expect(world.api).not.toHaveBeenCalled()
  })

  it("names the day", async () => {
    world.api.mockResolvedValue({ ok: true, status: 200, data: { closing_at: "2026-11-27T10:00:00Z" } })
    const onClose = vi.fn()
    render(<ClosingBox open hasPassword onClose={onClose} />)
    type("登录密码", "correct horse 7")
    type(word, "注销账号")
    submit()
    expect(await screen.findByText("2026-11-27 18:00")).toBeTruthy()
    expect(world.api).toHaveBeenCalledWith("POST /user/close", { password: "correct horse 7" })
    expect(world.refresh).toHaveBeenCalled()
    fireEvent.click(screen.getByRole("button", { name: "知道了" }))
    expect(onClose).toHaveBeenCalled()
  })

  it("says what the server says", async () => {
    world.api.mockResolvedValue({ ok: false, status: 400, message: "密码错误" })
    render(<ClosingBox open hasPassword onClose={() => undefined} />)
    type("登录密码", "wrong")
    type(word, "注销账号")
    submit()
    expect(await screen.findByText("密码错误")).toBeTruthy()
    expect(world.refresh).not.toHaveBeenCalled()
  })

  it("who has no password types the word alone", async () => {
    world.api.mockResolvedValue({ ok: true, status: 200, data: { closing_at: "2026-11-27T10:00:00Z" } })
    render(<ClosingBox open hasPassword={false} onClose={() => undefined} />)
    expect(screen.queryByLabelText("登录密码")).toBeNull()
    type(word, "注销账号")
    submit()
    await waitFor(() => expect(world.api).toHaveBeenCalledWith("POST /user/close", {}))
  })
})
