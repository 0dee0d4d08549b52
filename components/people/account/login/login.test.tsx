import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react"
import { describe, expect, it, vi } from "vitest"
import { ok, world } from "@/tests/setup/world"
import { button, captcha, login, oauthButtons, press, refused, session, type, user } from "../testing/forms"

const webauthn = vi.hoisted(() => ({ startRegistration: vi.fn(), startAuthentication: vi.fn() }))
vi.mock("@simplewebauthn/browser", () => webauthn)

describe("password login", () => {
  const fill = () => {
    type("用户名", " 林知夏 ")
    type("密码", "password1")
    press("登录")
  }

  it("requires both fields, and focuses the first empty one", async () => {
    login()
    press("登录")
    expect(await screen.findByText("请输入你的用户名、邮箱或手机号码")).toBeTruthy()
    expect(await screen.findByText("请输入你的登录密码")).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("用户名")))
    expect(world.api).not.toHaveBeenCalled()
  })

  it("stores the session and opens the requested page", async () => {
    world.api.mockResolvedValue(session)
    login({ target: "/upload" })
    fill()
    await waitFor(() => expect(world.router.replace).toHaveBeenCalledWith("/upload"))
    expect(world.api).toHaveBeenCalledWith("POST /user/login", {
      username: "林知夏",
      password: "password1",
      captcha: "login",
      captcha_id: "c",
    })
    expect(world.session.getState().logIn).toHaveBeenCalledWith("t", user)
    expect(world.messages).toEqual(["登录成功"])
  })

  it.each([
    ["用户名或密码错误", "用户名或密码错误"],
    ["", "登录失败"],
  ])("shows the server's message (%j), and requests another captcha", async (message, words) => {
    world.api.mockResolvedValue(refused(message))
    login()
    fill()
    await waitFor(() => expect(screen.getByRole("alert").textContent).toContain(words))
    expect(captcha.reloads).toBe(1)
    expect(world.router.replace).not.toHaveBeenCalled()
    expect(button("登录").disabled).toBe(false)
  })

  it("shows the waiting time, and is disabled until then", async () => {
    world.api.mockResolvedValue(refused("密码输错的次数太多，请稍后再试", { status: 429, wait: 65 }))
    login()
    fill()
    expect(await screen.findByText("请等 1 分 05 秒再试")).toBeTruthy()
    expect(button("登录").disabled).toBe(true)
  })

  it("waits for an automatic captcha instead of failing", async () => {
    world.api.mockResolvedValue(session)
    captcha.missing = "正在确认你不是机器人，请稍等"
    login()
    fill()
    await screen.findByText("登录中")
    expect(world.api).not.toHaveBeenCalled()
    captcha.missing = ""
    await waitFor(() => expect(world.api).toHaveBeenCalledTimes(1))
  })

  it("shows no error when an empty field loses focus, and clears an error during correction: the button never moves under a click", async () => {
    login()
    fireEvent.blur(screen.getByLabelText("用户名"))
    press("登录")
    expect(await screen.findByText("请输入你的用户名、邮箱或手机号码")).toBeTruthy()
    type("用户名", "林")
    await waitFor(() => expect(screen.queryByText("请输入你的用户名、邮箱或手机号码")).toBeNull())
    cleanup()
    login()
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
    fireEvent.blur(screen.getByLabelText("用户名"))
    // a message appears in two steps: the rule's result, then the line below the field
    for (let step = 0; step < 2; step++) await act(() => vi.advanceTimersByTimeAsync(1_000))
    vi.useRealTimers()
    expect(screen.queryByText("请输入你的用户名、邮箱或手机号码")).toBeNull()
  })

  it("labels the fields for password managers", () => {
    login()
    const fields = ["用户名", "密码"].map((label) => screen.getByLabelText<HTMLInputElement>(label))
    expect(fields.map(({ name, autocomplete, type: kind }) => [name, autocomplete, kind])).toEqual([
      ["username", "username", "text"],
      ["password", "current-password", "password"],
    ])
  })

  it("shows the password on request, and warns about Caps Lock", async () => {
    login()
    const field = screen.getByLabelText<HTMLInputElement>("密码")
    press("显示密码")
    expect(field.type).toBe("text")
    fireEvent.keyDown(field, { key: "A", modifierCapsLock: true })
    expect(await screen.findByText("大写锁定已打开")).toBeTruthy()
    fireEvent.keyUp(field, { key: "CapsLock" })
    await waitFor(() => expect(screen.queryByText("大写锁定已打开")).toBeNull())
  })

  it("hints at a space before or after the password, and sends it as typed", async () => {
    world.api.mockResolvedValue(session)
    login()
    type("用户名", "林知夏")
    type("密码", "password1 ")
    expect(await screen.findByText("密码末尾有空格，确认是不是多输了")).toBeTruthy()
    type("密码", " password1")
    expect(await screen.findByText("密码开头有空格，确认是不是多输了")).toBeTruthy()
    press("登录")
    await waitFor(() => expect(world.api).toHaveBeenCalledWith("POST /user/login", expect.objectContaining({ password: " password1" })))
    type("密码", "pass word1")
    await waitFor(() => expect(screen.queryByText(/有空格/)).toBeNull())
  })

  it("names blocked cookies, without which a login does not last", () => {
    login()
    expect(screen.queryByText(/Cookie/)).toBeNull()
    cleanup()
    const cookies = vi.spyOn(document, "cookie", "get").mockImplementation(() => {
      throw new DOMException("The operation is insecure.", "SecurityError")
    })
    login()
    expect(screen.getByText(/^浏览器禁止了 Cookie/)).toBeTruthy()
    cookies.mockRestore()
  })

  it("keeps the return address on the way to registration", () => {
    login({ target: "/document/1?x=1" })
    expect(screen.getByRole("link", { name: "注册账号" }).getAttribute("href")).toBe("/register?redirect=%2Fdocument%2F1%3Fx%3D1")
    expect(screen.getByRole("link", { name: "找回密码" }).getAttribute("href")).toBe("/findpassword")
    expect(screen.queryByRole("tab")).toBeNull()
  })
})

describe("passkey login", () => {
  const label = "用通行密钥登录"

  it("is offered where passkeys work, and hidden in other browsers", () => {
    login({ passkeys: true })
    expect(screen.queryByRole("button", { name: label })).toBeNull()
    cleanup()
    vi.stubGlobal("PublicKeyCredential", {})
    login({ passkeys: true })
    expect(button(label)).toBeTruthy()
    cleanup()
    login()
    expect(screen.queryByRole("button", { name: label })).toBeNull()
  })

  it("opens a session without username and password", async () => {
    vi.stubGlobal("PublicKeyCredential", {})
    world.answer("POST /user/login/passkey/begin", { options: '{"challenge":"c"}' })
    world.answer("POST /user/login/passkey", { token: "t", user })
    webauthn.startAuthentication.mockRejectedValueOnce(new Error("left")).mockResolvedValueOnce({ id: "k" })
    login({ passkeys: true, target: "/upload" })
    press(label)
    await waitFor(() => expect(world.messages).toEqual(["! 没有完成通行密钥的验证"]))
    press(label)
    await waitFor(() => expect(world.router.replace).toHaveBeenCalledWith("/upload"))
    expect(world.inputsOf("POST /user/login/passkey/begin")).toEqual([{ alone: true }, { alone: true }])
    expect(world.inputsOf("POST /user/login/passkey")).toEqual([{ passkey: '{"id":"k"}' }])
    expect(world.session.getState().logIn).toHaveBeenCalledWith("t", user)
  })
})

describe("a user with an existing session", () => {
  it("is redirected, but only once", async () => {
    world.session.setState({ token: "t" })
    world.api.mockResolvedValue(ok("GET /user", user))
    const first = login()
    await waitFor(() => expect(world.router.replace).toHaveBeenCalledWith("/me"))
    first.unmount()
    login()
    await waitFor(() => expect(world.api).toHaveBeenCalledTimes(2))
    expect(world.router.replace).toHaveBeenCalledTimes(1)
  })

  it("on a closed site refreshes the guards instead of entering a redirect loop", async () => {
    world.session.setState({ token: "t" })
    world.api.mockResolvedValue(ok("GET /user", user))
    login({ statement: "维护" })
    await waitFor(() => expect(world.router.refresh).toHaveBeenCalledTimes(1))
    expect(world.router.replace).not.toHaveBeenCalled()
  })
})

describe("a closed site", () => {
  it("shows its message, allows staff to log in and offers nothing else", () => {
    login({ statement: "<p>系统升级，<strong>明天</strong>见</p>", children: oauthButtons })
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("网站关闭")
    expect(screen.getByText("明天").tagName).toBe("STRONG")
    expect(button("登录").disabled).toBe(false)
    expect(screen.queryByRole("button", { name: "GitHub" })).toBeNull()
    expect(screen.queryByRole("link")).toBeNull()
  })

  it("tells rejected users why, not that the login succeeded; staff continue", async () => {
    const enter = () => {
      login({ statement: "维护" })
      type("用户名", "林知夏")
      type("密码", "password1")
      press("登录")
    }
    world.answer("POST /user/login", { token: "t", user })
    world.answer("GET /user/permission", { permission: [] })
    enter()
    await waitFor(() => expect(world.router.refresh).toHaveBeenCalledTimes(1))
    expect(world.router.replace).not.toHaveBeenCalled()
    expect(world.messages).toEqual([])
    cleanup()
    world.answer("GET /user/permission", { permission: [{ id: 1 }] })
    enter()
    await waitFor(() => expect(world.router.replace).toHaveBeenCalledWith("/me"))
    expect(world.messages).toEqual(["登录成功"])
  })

  it("shows a logged-in user without permission the logout instead of the form", () => {
    login({ statement: "维护", refusedVisitor: "林知夏" })
    expect(screen.queryByLabelText("用户名")).toBeNull()
    press("退出登录")
    expect(world.session.getState().logOut).toHaveBeenCalled()
  })
})
