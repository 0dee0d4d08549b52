import { render, screen, waitFor } from "@testing-library/react"
import { describe, expect, it } from "vitest"
import { world } from "@/tests/setup/world"
import { button, done, press, refused, type } from "../testing/forms"
import { FindPasswordMobileView } from "./find-password-mobile-view"
import { FindPasswordView } from "./find-password-view"

describe("password recovery", () => {
  it("by mail: gives the same answer for every address, stays disabled, and explains what to do if no mail arrives", async () => {
    world.api.mockResolvedValue(done)
    render(<FindPasswordView token="" email="" sms />)
    expect(screen.getByRole("link", { name: "通过手机号找回密码" }).getAttribute("href")).toBe("/findpassword-mobile")
    type("电子邮箱", "a@b.cn")
    press("发送重置邮件")
    await waitFor(() => expect(world.messages).toEqual(["提交成功，请查看你的邮箱"]))
    expect(world.api).toHaveBeenCalledWith("POST /user/findpassword/stepone", {
      email: "a@b.cn",
      captcha: "find_password",
      captcha_id: "c",
    })
    expect(button("发送重置邮件").disabled).toBe(true)
    expect(screen.getByText(/垃圾邮件/)).toBeTruthy()
    press("重新填写")
    await waitFor(() => expect(button("发送重置邮件").disabled).toBe(false))
  })

  it("without mail: says so before any input, and names the other ways; why is no visitor's business", () => {
    const { unmount } = render(<FindPasswordView token="" email="" sms mail={false} />)
    const says = () => screen.getByRole("status").textContent
    expect(says()).toBe("本站暂时不能用邮箱找回密码请改用手机号找回，或者联系管理员重设密码。")
    expect(screen.queryByRole("textbox")).toBeNull()
    expect(screen.queryByRole("link", { name: /设置/ })).toBeNull()
    unmount()
    render(<FindPasswordView token="" email="" sms={false} mail={false} />)
    expect(says()).toBe("本站暂时不能用邮箱找回密码请联系管理员，为你重设密码。")
  })

  it("with the link: says that other logins end only if the server ends them", () => {
    const view = render(<FindPasswordView token="abc" email="a@b.cn" sms={false} />)
    expect(screen.getByText("设置一个新密码，设好以后用它登录。其他设备上的登录会一起退出。")).toBeTruthy()
    view.unmount()
    world.set({ capabilities: { absent: ["GET /user/session"] } })
    render(<FindPasswordView token="abc" email="a@b.cn" sms={false} />)
    expect(screen.getByText("设置一个新密码，设好以后用它登录。")).toBeTruthy()
  })

  it("with the link: the token is removed from the address bar, and the new password is set", async () => {
    world.api.mockResolvedValue(done)
    window.history.replaceState(null, "", "/findpassword?token=abc&email=a@b.cn")
    const props = { sms: false, email: "a@b.cn" }
    const view = render(<FindPasswordView token="abc" {...props} />)
    expect(window.location.search).toBe("")
    view.rerender(<FindPasswordView token="" {...props} email="" />)
    expect(screen.getByLabelText<HTMLInputElement>("电子邮箱").value).toBe("a@b.cn")
    type("新密码", "password1")
    type("确认密码", "password2")
    press("立即提交")
    expect(await screen.findByText("两次输入的密码不一致")).toBeTruthy()
    type("确认密码", "password1")
    press("立即提交")
    await waitFor(() => expect(world.router.replace).toHaveBeenCalledWith("/login"))
    expect(world.api).toHaveBeenCalledWith("PUT /user/findpassword/steptwo", {
      email: "a@b.cn",
      token: "abc",
      password: "password1",
      captcha: "find_password",
      captcha_id: "c",
    })
    expect(world.messages).toEqual(["设置成功，请用新密码重新登录"])
  })

  it("by mobile number", async () => {
    world.api.mockResolvedValueOnce(refused("")).mockResolvedValueOnce(done)
    render(<FindPasswordMobileView />)
    for (const [label, value] of Object.entries({
      手机号码: "13800000000",
      短信验证码: "123456",
      新密码: "password1",
      确认密码: "password1",
    }))
      type(label, value)
    press("立即提交")
    expect(await screen.findByText("请求失败")).toBeTruthy()
    press("立即提交")
    await waitFor(() => expect(world.router.replace).toHaveBeenCalledWith("/login"))
    expect(world.api).toHaveBeenLastCalledWith("POST /user/findpassword/mobile", {
      mobile: "13800000000",
      code: "123456",
      password: "password1",
    })
    expect(world.messages).toEqual(["密码重置成功，请重新登录"])
  })
})
