import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { LoginForm } from "./login-form"
import { RegisterForm } from "./register-form"

const world = vi.hoisted(() => ({ api: vi.fn(), replace: vi.fn(), said: [] as string[], logIn: vi.fn(), token: "" }))

vi.mock("@/lib/api/client", () => ({ api: world.api }))
vi.mock("next/navigation", () => {
  const router = { replace: world.replace, refresh: () => undefined }
  return { useRouter: () => router }
})
vi.mock("next/link", () => ({ default: ({ href, children }: { href: string; children: string }) => <a href={href}>{children}</a> }))
vi.mock("@/components/providers/feedback", () => ({
  useFeedback: () => ({ success: (text: string) => world.said.push(text), error: (text: string) => world.said.push(text) }),
}))
vi.mock("@/components/providers/session", () => {
  const store = { getState: () => ({ token: world.token, logIn: world.logIn, refresh: () => undefined }) }
  return { useSessionStore: () => store, useSession: (pick: (state: object) => unknown) => pick({ ready: true, token: world.token }) }
})

const user = { id: 7, username: "林知夏" }
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }))

beforeEach(() => {
  vi.stubGlobal("matchMedia", () => ({ matches: false, addListener: () => undefined, removeListener: () => undefined }))
  world.api.mockReset()
  world.replace.mockReset()
  world.logIn.mockReset()
  world.said.length = 0
  world.token = ""
  sessionStorage.clear()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe("the login form", () => {
  it("wants both fields", async () => {
    render(<LoginForm target="/me" statement="" />)
    press("立即登录")
    expect(await screen.findByText("请输入您的登录用户名")).toBeTruthy()
    expect(await screen.findByText("请输入密码")).toBeTruthy()
    expect(world.api).not.toHaveBeenCalled()
  })

  it("keeps the session and goes where one wanted to", async () => {
    world.api.mockResolvedValue({ ok: true, status: 200, data: { token: "t", user } })
    render(<LoginForm target="/upload" statement="" />)
    type("用户名", "林知夏")
    type("密码", "password1")
    press("立即登录")
    await waitFor(() => expect(world.replace).toHaveBeenCalledWith("/upload"))
    expect(world.logIn).toHaveBeenCalledWith("t", user)
    expect(world.said).toEqual(["登录成功"])
  })

  it("shows the server's message", async () => {
    world.api.mockResolvedValue({ ok: false, status: 400, message: "用户名或密码错误" })
    render(<LoginForm target="/me" statement="" />)
    type("用户名", "林知夏")
    type("密码", "x")
    press("立即登录")
    await waitFor(() => expect(world.said).toEqual(["用户名或密码错误"]))
    expect(world.replace).not.toHaveBeenCalled()
  })

  it("sends on who is logged in, but only once", async () => {
    world.token = "t"
    world.api.mockResolvedValue({ ok: true, status: 200, data: user })
    render(<LoginForm target="/me" statement="" />)
    await waitFor(() => expect(world.replace).toHaveBeenCalledWith("/me"))
    cleanup()
    render(<LoginForm target="/me" statement="" />)
    await waitFor(() => expect(world.api).toHaveBeenCalledTimes(2))
    expect(world.replace).toHaveBeenCalledTimes(1)
  })
})

describe("the register form", () => {
  const fill = (part: Record<string, string> = {}) => {
    const fields = { 用户名: "新人", 电子邮箱: "a@b.cn", 密码: "password1", 确认密码: "password1", ...part }
    for (const [label, value] of Object.entries(fields)) type(label, value)
  }

  it("wants matching passwords and the agreement", async () => {
    render(<RegisterForm target="/me" open agreement="/article/agreement" />)
    fill({ 确认密码: "password2" })
    press("立即注册")
    expect(await screen.findByText("两次输入的密码不一致")).toBeTruthy()
    expect(await screen.findByText("请先阅读并同意用户协议")).toBeTruthy()
    expect(world.api).not.toHaveBeenCalled()
  })

  it("does not take a mobile number for a name", async () => {
    render(<RegisterForm target="/me" open agreement="" />)
    fill({ 用户名: "13800000000" })
    press("立即注册")
    expect(await screen.findByText("出于隐私保护，用户名不能是邮箱或手机号码")).toBeTruthy()
  })

  it("registers", async () => {
    world.api.mockResolvedValue({ ok: true, status: 200, data: { token: "t", user } })
    render(<RegisterForm target="/me" open agreement="" />)
    fill()
    fireEvent.click(screen.getByRole("checkbox"))
    press("立即注册")
    await waitFor(() => expect(world.api).toHaveBeenCalledWith("POST /user/register", { username: "新人", email: "a@b.cn", password: "password1" }))
    await waitFor(() => expect(world.replace).toHaveBeenCalledWith("/me"))
  })

  it("is closed when the site does not register anybody", () => {
    render(<RegisterForm target="/me" open={false} agreement="" />)
    expect(screen.getByText("系统未开放注册")).toBeTruthy()
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "立即注册" }).disabled).toBe(true)
  })
})
