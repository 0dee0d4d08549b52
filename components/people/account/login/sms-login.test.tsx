import { fireEvent, screen, waitFor } from "@testing-library/react"
import { describe, expect, it } from "vitest"
import { ok, world } from "@/tests/setup/world"
import { button, captcha, login, press, refused, session, type } from "../testing/forms"

describe("SMS login", () => {
  const open = () => {
    login({ sms: true })
    fireEvent.click(screen.getByRole("tab", { name: "短信登录" }))
  }

  it("switches the tabs with the arrow keys", () => {
    login({ sms: true })
    fireEvent.keyDown(screen.getByRole("tab", { name: "密码登录" }), { key: "ArrowRight" })
    expect(screen.getByRole("tab", { selected: true }).textContent).toBe("短信登录")
    expect(screen.getByText(/没有注册过的手机号会自动注册/)).toBeTruthy()
  })

  it.each(["12345678901", "1380000000", "abc"])("sends nothing to %s", async (mobile) => {
    open()
    type("手机号码", mobile)
    press("发送短信验证码")
    expect(await screen.findByText("请输入正确的手机号码")).toBeTruthy()
    expect(world.api).not.toHaveBeenCalled()
  })

  it("requires the captcha before it sends", async () => {
    open()
    captcha.missing = "请输入验证码"
    type("手机号码", "13800000000")
    press("发送短信验证码")
    expect(await screen.findByText("请输入验证码")).toBeTruthy()
    expect(world.api).not.toHaveBeenCalled()
  })

  it("counts down one minute, and does not request the captcha again", async () => {
    open()
    world.api.mockResolvedValueOnce(ok("POST /sms", { is_registered: true })).mockResolvedValueOnce(session)
    type("手机号码", "13800000000")
    press("发送短信验证码")
    expect(await screen.findByRole("button", { name: /^(60|5\d) 秒$/ })).toBeTruthy()
    expect(button(/^(60|5\d) 秒$/).disabled).toBe(true)
    expect(world.messages).toEqual(["短信验证码已发送，请注意查收"])
    expect(world.api).toHaveBeenCalledWith("POST /sms", { mobile: "13800000000", type: 1, captcha: "login", captcha_id: "c" })
    expect(captcha.reloads).toBe(1)
    captcha.missing = "请输入验证码"
    type("短信验证码", "123456")
    press("登录")
    await waitFor(() => expect(world.api).toHaveBeenLastCalledWith("POST /user/login/mobile", { mobile: "13800000000", code: "123456" }))
    await waitFor(() => expect(world.router.replace).toHaveBeenCalledWith("/me"))
  })

  it("shows the server's error message beside the code", async () => {
    open()
    type("手机号码", "13800000000")
    press("登录")
    expect(await screen.findByText("请输入你的短信验证码")).toBeTruthy()
    world.api.mockResolvedValue(refused("短信验证码错误", { field: "code" }))
    type("短信验证码", "123456")
    press("登录")
    expect(await screen.findByText("短信验证码错误")).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("短信验证码")))
  })
})
