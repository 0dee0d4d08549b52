import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { strengthOf } from "./account-rules"
import { FindPasswordMobileView } from "./find-password-mobile-view"
import { FindPasswordView } from "./find-password-view"
import { LoginView, type LoginProps } from "./login-view"
import { RegisterView, type RegisterProps } from "./register-view"
import { waitWords } from "./use-countdown"

const world = vi.hoisted(() => ({ api: vi.fn(), replace: vi.fn(), refresh: vi.fn(), logOut: vi.fn(), said: [] as string[], logIn: vi.fn(), token: "", reloads: 0, missing: "", verify: false }))

vi.mock("@/lib/api/client", () => ({ api: world.api }))
vi.mock("next/navigation", () => {
  const router = { replace: world.replace, refresh: world.refresh }
  return { useRouter: () => router }
})
vi.mock("next/link", () => ({ default: ({ href, children }: { href: string; children: string }) => <a href={href}>{children}</a> }))
vi.mock("@/components/providers/feedback", () => ({
  useFeedback: () => ({ success: (text: string) => world.said.push(text), error: (text: string) => world.said.push(text) }),
  sayAfterReload: () => undefined,
}))
vi.mock("@/components/providers/settings", () => ({ useSettings: () => ({ security: { enable_verify_register_email: world.verify } }) }))
vi.mock("@/components/providers/session", () => {
  const store = { getState: () => ({ token: world.token, logIn: world.logIn, logOut: world.logOut, refresh: () => undefined }) }
  return { useSessionStore: () => store, useSession: (pick: (state: object) => unknown) => pick({ ready: true, token: world.token }) }
})
vi.mock("@/components/form/captcha/captcha-item", async () => {
  const { useImperativeHandle } = await import("react")
  const { Form } = await import("antd")
  const Field = ({ purpose, ref }: { purpose: string; ref?: React.Ref<object> }) => {
    useImperativeHandle(ref, () => ({ reload: () => (world.reloads += 1), missing: () => world.missing }))
    const check = async () => {
      if (world.missing) throw new Error(world.missing)
    }
    return (
      <Form.Item name="captcha" initialValue={{ captcha: purpose, captcha_id: "c" }} rules={[{ validator: check }]}>
        <span />
      </Form.Item>
    )
  }
  return { CaptchaItem: Field }
})

const user = { id: 7, username: "林知夏" }
const session = { ok: true, status: 200, data: { token: "t", user } }
const refused = (message: string, more = {}) => ({ ok: false, status: 400, message, ...more })
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }))
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>("button", { name })
const login = (part: Partial<LoginProps> = {}) => render(<LoginView target="/me" statement="" stuck="" sms={false} open providers={[]} background="" {...part} />)
const register = (part: Partial<RegisterProps> = {}) => render(<RegisterView target="/me" open agreement="/article/agreement" sms={false} providers={[]} background="" {...part} />)

beforeEach(() => {
  vi.stubGlobal("matchMedia", () => ({ matches: false, addListener: () => undefined, removeListener: () => undefined }))
  Element.prototype.scrollIntoView = () => undefined
  for (const mock of [world.api, world.replace, world.refresh, world.logIn, world.logOut]) mock.mockReset()
  Object.assign(world, { token: "", reloads: 0, missing: "", verify: false })
  world.said.length = 0
  sessionStorage.clear()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe("login by password", () => {
  const fill = () => {
    type("用户名", " 林知夏 ")
    type("密码", "password1")
    press("立即登录")
  }

  it("wants both fields, and looks at the first of them", async () => {
    login()
    press("立即登录")
    expect(await screen.findByText("请输入您的用户名、邮箱或手机号码")).toBeTruthy()
    expect(await screen.findByText("请输入您的登录密码")).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("用户名")))
    expect(world.api).not.toHaveBeenCalled()
  })

  it("keeps the session and goes where one wanted to", async () => {
    world.api.mockResolvedValue(session)
    login({ target: "/upload" })
    fill()
    await waitFor(() => expect(world.replace).toHaveBeenCalledWith("/upload"))
    expect(world.api).toHaveBeenCalledWith("POST /user/login", { username: "林知夏", password: "password1", captcha: "login", captcha_id: "c" })
    expect(world.logIn).toHaveBeenCalledWith("t", user)
    expect(world.said).toEqual(["登录成功"])
  })

  it.each([
    ["用户名或密码错误", "用户名或密码错误"],
    ["", "登录失败"],
  ])("says what the server said (%j), and asks for another captcha", async (message, words) => {
    world.api.mockResolvedValue(refused(message))
    login()
    fill()
    expect((await screen.findByRole("alert")).textContent).toContain(words)
    expect(world.reloads).toBe(1)
    expect(world.replace).not.toHaveBeenCalled()
    expect(button("立即登录").disabled).toBe(false)
  })

  it("says how long to wait, and cannot be pressed until then", async () => {
    world.api.mockResolvedValue(refused("密码输错的次数太多，请稍后再试", { status: 429, wait: 65 }))
    login()
    fill()
    expect(await screen.findByText("请等 1 分 05 秒再试")).toBeTruthy()
    expect(button("立即登录").disabled).toBe(true)
  })

  it("waits for a captcha that comes by itself instead of refusing", async () => {
    world.api.mockResolvedValue(session)
    world.missing = "正在确认你不是机器人，请稍等"
    login()
    fill()
    await screen.findByText("登录中")
    expect(world.api).not.toHaveBeenCalled()
    world.missing = ""
    await waitFor(() => expect(world.api).toHaveBeenCalledTimes(1))
  })

  it("says nothing on leaving an empty field, and takes back what is being put right: nothing moves under the press on a button", async () => {
    login()
    fireEvent.blur(screen.getByLabelText("用户名"))
    press("立即登录")
    expect(await screen.findByText("请输入您的用户名、邮箱或手机号码")).toBeTruthy()
    type("用户名", "林")
    await waitFor(() => expect(screen.queryByText("请输入您的用户名、邮箱或手机号码")).toBeNull())
    cleanup()
    login()
    fireEvent.blur(screen.getByLabelText("用户名"))
    await new Promise((done) => setTimeout(done, 100))
    expect(screen.queryByText("请输入您的用户名、邮箱或手机号码")).toBeNull()
  })

  it("names the fields for password managers", () => {
    login()
    const fields = ["用户名", "密码"].map((label) => screen.getByLabelText<HTMLInputElement>(label))
    expect(fields.map(({ name, autocomplete, type: kind }) => [name, autocomplete, kind])).toEqual([
      ["username", "username", "text"],
      ["password", "current-password", "password"],
    ])
  })

  it("shows a password on demand, and says when capitals are locked", async () => {
    login()
    const field = screen.getByLabelText<HTMLInputElement>("密码")
    press("显示密码")
    expect(field.type).toBe("text")
    fireEvent.keyDown(field, { key: "A", modifierCapsLock: true })
    expect(await screen.findByText("大写锁定已打开")).toBeTruthy()
    fireEvent.keyUp(field, { key: "CapsLock" })
    await waitFor(() => expect(screen.queryByText("大写锁定已打开")).toBeNull())
  })

  it("keeps the way back when one goes to register", () => {
    login({ target: "/document/1?x=1" })
    expect(screen.getByRole("link", { name: "注册账户" }).getAttribute("href")).toBe("/register?redirect=%2Fdocument%2F1%3Fx%3D1")
    expect(screen.getByRole("link", { name: "找回密码" }).getAttribute("href")).toBe("/findpassword")
    expect(screen.queryByRole("tab")).toBeNull()
  })
})

describe("who comes with a session", () => {
  it("is sent on, but only once", async () => {
    world.token = "t"
    world.api.mockResolvedValue({ ok: true, status: 200, data: user })
    const first = login()
    await waitFor(() => expect(world.replace).toHaveBeenCalledWith("/me"))
    first.unmount()
    login()
    await waitFor(() => expect(world.api).toHaveBeenCalledTimes(2))
    expect(world.replace).toHaveBeenCalledTimes(1)
  })

  it("of a closed site asks the guards anew instead of being sent in a circle", async () => {
    world.token = "t"
    world.api.mockResolvedValue({ ok: true, status: 200, data: user })
    login({ statement: "维护" })
    await waitFor(() => expect(world.refresh).toHaveBeenCalledTimes(1))
    expect(world.replace).not.toHaveBeenCalled()
  })
})

describe("a closed site", () => {
  const provider = { type: 4, name: "GitHub", label: "GitHub", icon: "", enable: true, client_id: "", redirect_url: "", authorize_url: "" }

  it("says so, lets staff in and offers nothing else", () => {
    login({ statement: "<p>系统升级，<strong>明天</strong>见</p>", providers: [provider] })
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("网站关闭")
    expect(screen.getByText("明天").tagName).toBe("STRONG")
    expect(button("立即登录").disabled).toBe(false)
    expect(screen.queryByRole("button", { name: "GitHub" })).toBeNull()
    expect(screen.queryByRole("link", { name: "注册账户" })).toBeNull()
  })

  it("gives who is inside without a permission the way out instead of the form", () => {
    login({ statement: "维护", stuck: "林知夏" })
    expect(screen.queryByLabelText("用户名")).toBeNull()
    press("退出登录")
    expect(world.logOut).toHaveBeenCalled()
  })
})

describe("login by SMS", () => {
  const open = () => {
    login({ sms: true })
    fireEvent.click(screen.getByRole("tab", { name: "短信登录" }))
  }

  it("moves between the tabs with the arrows", () => {
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

  it("wants the captcha before it sends", async () => {
    open()
    world.missing = "请输入验证码"
    type("手机号码", "13800000000")
    press("发送短信验证码")
    expect(await screen.findByText("请输入验证码")).toBeTruthy()
    expect(world.api).not.toHaveBeenCalled()
  })

  it("counts a minute down, and the captcha is not asked for again", async () => {
    open()
    world.api.mockResolvedValueOnce({ ok: true, status: 200, data: { is_registered: true } }).mockResolvedValueOnce(session)
    type("手机号码", "13800000000")
    press("发送短信验证码")
    expect(await screen.findByRole("button", { name: "60 秒" })).toBeTruthy()
    expect(button("60 秒").disabled).toBe(true)
    expect(world.said).toEqual(["短信验证码已发送，请注意查收"])
    expect(world.api).toHaveBeenCalledWith("POST /sms", { mobile: "13800000000", type: 1, captcha: "login", captcha_id: "c" })
    expect(world.reloads).toBe(1)
    world.missing = "请输入验证码"
    type("短信验证码", "123456")
    press("立即登录")
    await waitFor(() => expect(world.api).toHaveBeenLastCalledWith("POST /user/login/mobile", { mobile: "13800000000", code: "123456" }))
    await waitFor(() => expect(world.replace).toHaveBeenCalledWith("/me"))
  })

  it("says beside the code what the server says of it", async () => {
    open()
    type("手机号码", "13800000000")
    press("立即登录")
    expect(await screen.findByText("请输入您的短信验证码")).toBeTruthy()
    world.api.mockResolvedValue(refused("短信验证码错误"))
    type("短信验证码", "123456")
    press("立即登录")
    expect(await screen.findByText("短信验证码错误")).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("短信验证码")))
  })
})

describe("registering by e-mail", () => {
  const fill = (part: Record<string, string> = {}) => {
    const fields = { 用户名: "新人", 电子邮箱: "a@b.cn", 密码: "password1", 确认密码: "password1", ...part }
    for (const [label, value] of Object.entries(fields)) type(label, value)
  }

  it("wants matching passwords and the agreement", async () => {
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
    ["用户名", "  ", "请输入您用于登录的用户名"],
    ["电子邮箱", "a@", "请输入正确的电子邮箱"],
    ["电子邮箱", "", "请输入邮箱地址"],
    ["密码", "1234567", "密码长度必须至少为8个字符"],
    ["确认密码", "", "请再次输入您的登录密码"],
  ])("%s %j: %s", async (label, value, words) => {
    register()
    fill({ [label]: value })
    press("立即注册")
    expect(await screen.findByText(words)).toBeTruthy()
    expect(world.api).not.toHaveBeenCalled()
  })

  it("registers", async () => {
    world.api.mockResolvedValue(session)
    register({ target: "/upload" })
    fill()
    fireEvent.click(screen.getByRole("checkbox"))
    press("立即注册")
    await waitFor(() => expect(world.api).toHaveBeenCalledWith("POST /user/register", { username: "新人", email: "a@b.cn", password: "password1", captcha: "register", captcha_id: "c" }))
    await waitFor(() => expect(world.replace).toHaveBeenCalledWith("/upload"))
    expect(world.said).toEqual(["注册成功"])
  })

  it("says beside the name that it is taken", async () => {
    world.api.mockResolvedValue(refused("用户名已存在", { status: 409 }))
    register()
    fill()
    fireEvent.click(screen.getByRole("checkbox"))
    press("立即注册")
    expect(await screen.findByText("用户名已存在")).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("用户名")))
    expect(world.reloads).toBe(1)
  })

  it("sends a code to the address where the site wants one", async () => {
    world.verify = true
    world.api.mockResolvedValueOnce({ ok: true, status: 200, data: {} })
    register()
    press("获取邮箱验证码")
    expect(await screen.findByText("请输入邮箱地址")).toBeTruthy()
    fill()
    press("获取邮箱验证码")
    expect(await screen.findByRole("button", { name: "剩余 60 秒" })).toBeTruthy()
    expect(world.said).toEqual(["验证码发送成功"])
    expect(world.api).toHaveBeenCalledWith("POST /user/email/code", { email: "a@b.cn", type: 0, captcha: "register", captcha_id: "c" })
    expect(world.reloads, "the captcha is burned").toBe(1)
    fireEvent.click(screen.getByRole("checkbox"))
    press("立即注册")
    expect(await screen.findByText("请输入邮箱验证码")).toBeTruthy()
    world.api.mockResolvedValue(session)
    type("邮箱验证码", " 123456 ")
    press("立即注册")
    await waitFor(() => expect(world.api).toHaveBeenLastCalledWith("POST /user/register", { username: "新人", email: "a@b.cn", password: "password1", code: "123456", captcha: "register", captcha_id: "c" }))
  })

  it("is closed when the site does not register anybody", () => {
    register({ open: false, sms: true })
    expect(screen.getByText("网站暂未开放用户注册")).toBeTruthy()
    expect(button("立即注册").disabled).toBe(true)
    expect(screen.getByLabelText<HTMLInputElement>("用户名").disabled).toBe(true)
    fireEvent.click(screen.getByRole("tab", { name: "手机注册" }))
    expect(button("立即注册").disabled).toBe(true)
    expect(button("发送短信验证码").disabled).toBe(true)
  })
})

describe("registering by number", () => {
  it("needs no password, and takes one that is wanted", async () => {
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
    expect(await screen.findByText("请输入您的账号密码")).toBeTruthy()
    type("密码", "password1")
    press("立即注册")
    await waitFor(() => expect(world.api).toHaveBeenLastCalledWith("POST /user/register/mobile", { mobile: "13800000000", code: "123456", password: "password1" }))
  })
})

describe("recovery", () => {
  it("by mail: says the same for everybody, stays pressed, and knows what to do when nothing comes", async () => {
    world.api.mockResolvedValue({ ok: true, status: 200, data: {} })
    render(<FindPasswordView token="" email="" sms />)
    expect(screen.getByRole("link", { name: "通过手机号找回密码" }).getAttribute("href")).toBe("/findpassword-mobile")
    type("电子邮箱", "a@b.cn")
    press("立即提交")
    await waitFor(() => expect(world.said).toEqual(["提交成功，请查看您的邮箱"]))
    expect(world.api).toHaveBeenCalledWith("POST /user/findpassword/stepone", { email: "a@b.cn", captcha: "find_password", captcha_id: "c" })
    expect(button("立即提交").disabled).toBe(true)
    expect(screen.getByText(/垃圾邮件/)).toBeTruthy()
    press("重新填写")
    await waitFor(() => expect(button("立即提交").disabled).toBe(false))
  })

  it("with the link: the token leaves the address bar, and the new password is set", async () => {
    world.api.mockResolvedValue({ ok: true, status: 200, data: {} })
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
    await waitFor(() => expect(world.replace).toHaveBeenCalledWith("/login"))
    expect(world.api).toHaveBeenCalledWith("PUT /user/findpassword/steptwo", { email: "a@b.cn", token: "abc", password: "password1", captcha: "find_password", captcha_id: "c" })
    expect(world.said).toEqual(["设置成功，请用新密码重新登录"])
  })

  it("by number", async () => {
    world.api.mockResolvedValueOnce(refused("")).mockResolvedValueOnce({ ok: true, status: 200, data: {} })
    render(<FindPasswordMobileView />)
    for (const [label, value] of Object.entries({ 手机号码: "13800000000", 短信验证码: "123456", 新密码: "password1", 确认密码: "password1" })) type(label, value)
    press("立即提交")
    expect(await screen.findByText("请求失败")).toBeTruthy()
    press("立即提交")
    await waitFor(() => expect(world.replace).toHaveBeenCalledWith("/login"))
    expect(world.api).toHaveBeenLastCalledWith("POST /user/findpassword/mobile", { mobile: "13800000000", code: "123456", password: "password1" })
    expect(world.said).toEqual(["密码重置成功，请重新登录"])
  })
})

describe("words", () => {
  it.each([
    [5, "5 秒"],
    [60, "1 分 00 秒"],
    [7_325, "2 小时 2 分"],
  ])("%d s", (seconds, words) => expect(waitWords(seconds)).toBe(words))

  it("a longer password is a better one, and a dull one is not", () => {
    const levels = ["", "short", "12345678", "aaaaaaaaaaaa", "password1", "三个不相干的词语吧啦啦啦", "correct horse 7"].map((word) => strengthOf(word).level)
    expect(levels).toEqual([0, 1, 1, 1, 2, 3, 3])
  })
})
