import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react"
import { describe, expect, it } from "vitest"
import { world } from "@/tests/setup/world"
import { captcha, done, login, oauthButtons, press, refused, register, session, type } from "../testing/forms"
import { UserCard } from "@/components/site/site/home/user-card"

describe("registration by e-mail", () => {
  const fill = (part: Record<string, string> = {}) => {
    const fields = { 用户名: "新人", 电子邮箱: "a@b.cn", 密码: "password1", 确认密码: "password1", ...part }
    for (const [label, value] of Object.entries(fields)) type(label, value)
  }

  it("requires matching passwords and the agreement", async () => {
    register()
    fill({ 确认密码: "password2" })
    press("立即注册")
    expect(await screen.findByText("两次输入的密码不一致")).toBeTruthy()
    expect(await screen.findByText("请先阅读并同意用户协议")).toBeTruthy()
    expect(screen.getByRole("link", { name: "用户协议" }).getAttribute("href")).toBe("/article/agreement")
    expect(world.api).not.toHaveBeenCalled()
  })

  it.each([
    ["用户名", "13800000000", "出于隐私保护，用户名不能是邮箱或手机号码"],
    ["用户名", "a@b.cn", "出于隐私保护，用户名不能是邮箱或手机号码"],
    ["用户名", "a", "用户名长度必须至少为2个字符"],
    ["用户名", "a b", "用户名只能用中文、字母、数字、下划线和短横线"],
    ["用户名", "  ", "请输入你用于登录的用户名"],
    ["电子邮箱", "a@", "请输入正确的电子邮箱"],
    ["电子邮箱", "", "请输入邮箱地址"],
    ["密码", "1234567", "密码长度必须至少为8个字符"],
    ["确认密码", "", "请再次输入你的登录密码"],
  ])("%s %j: %s", async (label, value, words) => {
    register()
    fill({ [label]: value })
    press("立即注册")
    expect(await screen.findByText(words)).toBeTruthy()
    expect(world.api).not.toHaveBeenCalled()
  })

  it("creates the account", async () => {
    world.api.mockResolvedValue(session)
    register({ target: "/upload" })
    fill()
    fireEvent.click(screen.getByRole("checkbox"))
    press("立即注册")
    await waitFor(() =>
      expect(world.api).toHaveBeenCalledWith("POST /user/register", {
        username: "新人",
        email: "a@b.cn",
        password: "password1",
        captcha: "register",
        captcha_id: "c",
      }),
    )
    await waitFor(() => expect(world.router.replace).toHaveBeenCalledWith("/upload"))
    expect(world.messages).toEqual(["注册成功"])
  })

  it("shows beside the name that it is taken", async () => {
    world.api.mockResolvedValue(refused("已经有人用了", { status: 409, field: "username" }))
    register()
    fill()
    fireEvent.click(screen.getByRole("checkbox"))
    press("立即注册")
    expect(await screen.findByText("已经有人用了")).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("用户名")))
    expect(captcha.reloads).toBe(1)
  })

  it("sends a code to the address if the site requires one", async () => {
    world.set({ security: { enable_verify_register_email: true } })
    world.api.mockResolvedValueOnce(done)
    register()
    press("获取邮箱验证码")
    expect(await screen.findByText("请输入邮箱地址")).toBeTruthy()
    fill()
    press("获取邮箱验证码")
    expect(await screen.findByRole("button", { name: /^剩余 (60|5\d) 秒$/ })).toBeTruthy()
    expect(world.messages).toEqual(["验证码发送成功"])
    expect(world.api).toHaveBeenCalledWith("POST /user/email/code", { email: "a@b.cn", type: 0, captcha: "register", captcha_id: "c" })
    expect(captcha.reloads, "the captcha is burned").toBe(1)
    fireEvent.click(screen.getByRole("checkbox"))
    press("立即注册")
    expect(await screen.findByText("请输入邮箱验证码")).toBeTruthy()
    world.api.mockResolvedValue(session)
    type("邮箱验证码", " 123456 ")
    press("立即注册")
    await waitFor(() =>
      expect(world.api).toHaveBeenLastCalledWith("POST /user/register", {
        username: "新人",
        email: "a@b.cn",
        password: "password1",
        code: "123456",
        captcha: "register",
        captcha_id: "c",
      }),
    )
  })

  it("is a notice without a form if registration is closed", () => {
    register({ open: false, sms: true, children: oauthButtons })
    expect(screen.getAllByRole("status").map((one) => one.textContent)).toEqual(["网站暂未开放用户注册需要账号请联系管理员。"])
    for (const role of ["textbox", "button", "tab"]) expect(screen.queryByRole(role), role).toBeNull()
  })

  it("is not linked anywhere if registration is closed", () => {
    world.set({ security: { enable_register: true } })
    const card = () => render(<UserCard />).container.textContent
    expect(card()).toContain("注册账号")
    cleanup()
    world.set({ security: { enable_register: false } })
    expect(card()).not.toContain("注册账号")
    cleanup()
    login({ open: false })
    expect(screen.queryByRole("link", { name: "注册账号" })).toBeNull()
  })
})

describe("registration by mobile number", () => {
  it("needs no password, and accepts an optional one", async () => {
    world.api.mockResolvedValue(refused(""))
    register({ sms: true })
    fireEvent.click(screen.getByRole("tab", { name: "手机注册" }))
    type("手机号码", "13800000000")
    type("短信验证码", "123456")
    fireEvent.click(screen.getByRole("checkbox", { name: /同意/ }))
    press("立即注册")
    expect(await screen.findByText("注册失败")).toBeTruthy()
    expect(world.api).toHaveBeenCalledWith("POST /user/register/mobile", { mobile: "13800000000", code: "123456", password: "" })
    fireEvent.click(screen.getByRole("checkbox", { name: "设置密码" }))
    await screen.findByLabelText("密码")
    press("立即注册")
    expect(await screen.findByText("请输入你的账号密码")).toBeTruthy()
    type("密码", "password1")
    press("立即注册")
    await waitFor(() =>
      expect(world.api).toHaveBeenLastCalledWith("POST /user/register/mobile", {
        mobile: "13800000000",
        code: "123456",
        password: "password1",
      }),
    )
  })
})

it("says that a mailed code is required but mail is not configured, instead of requesting one", () => {
  register({ mail: false })
  expect(screen.getByRole("status").textContent).toBe("本站暂时不能用邮箱注册需要账号请联系管理员。")
  expect(screen.queryByRole("textbox")).toBeNull()
})
