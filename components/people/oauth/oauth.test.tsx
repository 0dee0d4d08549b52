import { StrictMode } from "react"
import { fireEvent, render, screen, waitFor } from "@testing-library/react"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { refusal, world, type MockOutput } from "@/tests/setup/world"
import { User } from "@/lib/contract/people/user"
import { OauthBindings } from "./oauth-bindings"
import { OauthButtons } from "./oauth-buttons"

const github = { type: 4, name: "GitHub", label: "GitHub", icon: "", enable: true, client_id: "cid", redirect_url: "", authorize_url: "" }
const pending = { id: 4, openid: "10086", oauth_type: 4, session: "proof", nickname: "小豆", avatar: "" }
const user = User.parse({ id: 7, username: "林知夏" })
const storedJourney = () => JSON.parse(sessionStorage.getItem("doujia:oauth") ?? "null") as Record<string, unknown> | null
const begun = (more = {}) =>
  sessionStorage.setItem(
    "doujia:oauth",
    JSON.stringify({ type: 4, state: "S", secret: "X", redirect: "/document/1", at: Date.now(), ...more }),
  )
/** Each arrival is a separate page with fresh modules. */
const arrive = async (search: string, name = "github") => {
  vi.resetModules()
  const { OauthLanding } = await import("./oauth-landing")
  window.history.replaceState(null, "", `/oauth/${name}${search}`)
  return render(
    <StrictMode>
      <OauthLanding name={name} sms={false} open mail agreement="" />
    </StrictMode>,
  )
}

let went = ""
beforeEach(() => {
  vi.stubGlobal("matchMedia", () => ({ matches: false, addListener: () => undefined, removeListener: () => undefined }))
  Element.prototype.scrollIntoView = () => undefined
  sessionStorage.clear()
  localStorage.clear()
  went = ""
  const real = window.location
  const overrides: Record<string | symbol, unknown> = { origin: "https://own.example", assign: (url: string) => (went = url) }
  vi.stubGlobal("location", new Proxy({}, { get: (_, name) => overrides[name] ?? (Reflect.get(real, name, real) as unknown) }))
})
afterEach(() => vi.unstubAllGlobals())

describe("redirecting to a provider", () => {
  const press = (redirect = "/document/1") => {
    render(<OauthButtons providers={[github]} redirect={redirect} />)
    fireEvent.click(screen.getByRole("button", { name: "GitHub" }))
  }

  it("stores the server's values, and redirects", async () => {
    world.answer("POST /oauth/begin", { url: "https://github.example/a", state: "S", secret: "X" })
    press()
    await waitFor(() => expect(went).toBe("https://github.example/a"))
    expect(world.api).toHaveBeenCalledWith("POST /oauth/begin", { oauth_type: 4 })
    expect(storedJourney()).toMatchObject({ type: 4, state: "S", secret: "X", redirect: "/document/1" })
  })

  it("builds the address itself for a back end without that call, with its own state", async () => {
    world.answer("POST /oauth/begin", refusal(404, "Not Found"))
    press()
    await waitFor(() => expect(went).toMatch(/^https:\/\/github\.com\/login\/oauth\/authorize\?/))
    const url = new URL(went)
    expect(url.searchParams.get("redirect_uri")).toBe("https://own.example/oauth/github")
    expect(url.searchParams.get("state")).toMatch(/^[0-9a-f]{48}$/)
    expect(storedJourney()).toMatchObject({ state: url.searchParams.get("state"), secret: "" })
  })

  it("never stores a return address to /oauth or to another site", async () => {
    world.answer("POST /oauth/begin", { url: "https://github.example/a", state: "S", secret: "X" })
    press("/oauth/github?code=1")
    await waitFor(() => expect(storedJourney()).toMatchObject({ redirect: "/me" }))
  })

  it.each([
    [refusal(400, "本站没有开启GitHub登录"), "! 本站没有开启GitHub登录"],
    [{ url: "javascript:alert(1)", state: "S", secret: "X" }, "! 第三方登录的配置有误，请联系管理员"],
  ])("stays on the page and shows why (%#)", async (reply, words) => {
    world.answer("POST /oauth/begin", reply)
    press()
    await waitFor(() => expect(world.messages).toEqual([words]))
    expect(went).toBe("")
    expect(storedJourney()).toBeNull()
  })

  it("is not offered without a provider", () => {
    const { container } = render(<OauthButtons providers={[]} redirect="/me" />)
    expect(container.innerHTML).toBe("")
  })
})

describe("returning from a provider", () => {
  it.each([
    ["", "github", true, "请从登录页重新进入第三方登录"],
    ["?code=c&state=S", "nobody", true, "未知授权类型"],
    ["?code=c&state=other", "github", true, "授权已失效，请重新登录"],
    ["?code=c", "github", true, "授权已失效，请重新登录"],
    ["?code=c&state=S", "gitee", true, "授权已失效，请重新登录"],
    ["?code=c&state=S", "github", false, "授权已失效，请重新登录"],
    ["?error=access_denied&state=S", "github", true, "已取消授权"],
    ["?error=server_error", "github", true, "登录平台没有同意授权，请重新登录"],
  ])("%s to %s (started here: %s): %s", async (search, name, isBegun, words) => {
    if (isBegun) begun()
    await arrive(search, name)
    expect((await screen.findByRole("alert")).textContent).toBe(words)
    expect(screen.getByRole("link").getAttribute("href")).toBe(isBegun ? "/login?redirect=%2Fdocument%2F1" : "/login?redirect=%2Fme")
    expect(window.history.state).toBeNull()
    expect(storedJourney()).toBeNull()
    expect(world.api, "nobody was asked").not.toHaveBeenCalled()
  })

  it("logs in the owner of the identity, once, and opens the requested page", async () => {
    begun()
    world.answer("POST /oauth/login", { token: "t", user, oauth: null, bound: false })
    await arrive("?code=c&state=S")
    expect(screen.getByRole("status").textContent).toContain("正在登录…")
    await waitFor(() => expect(world.router.replace).toHaveBeenCalledWith("/document/1"))
    expect(world.api.mock.calls).toEqual([["POST /oauth/login", { oauth_type: 4, code: "c", state: "S", secret: "X" }]])
    expect(world.session.getState().logIn).toHaveBeenCalledWith("t", user)
    expect(world.messages).toEqual(["登录成功"])
  })

  it("requests the account's second factor on the way", async () => {
    begun()
    world.answer("POST /oauth/login", { oauth: pending, factor: true })
    world.answer("POST /oauth/factor", { token: "t", user })
    await arrive("?code=c&state=S")
    await waitFor(() => expect(world.router.replace).toHaveBeenCalledWith("/document/1"))
    expect(world.inputsOf("POST /oauth/factor")).toEqual([{ openid: "10086", oauth_type: 4, session: "proof" }])
    expect(world.session.getState().logIn).toHaveBeenCalledWith("t", user)
  })

  it("sends an older back end only the code, after its own check of the state", async () => {
    begun({ secret: "" })
    world.answer("POST /oauth/login", { token: "t", user })
    await arrive("?code=c&state=S")
    await waitFor(() => expect(world.api).toHaveBeenCalledWith("POST /oauth/login", { oauth_type: 4, code: "c" }))
  })

  it.each([
    ["/oauth/qq", "/me"],
    ["//evil.cn", "/me"],
    ["/me/profile?tab=oauth", "/me/profile?tab=oauth"],
  ])("a stored return address %s leads to %s", async (redirect, target) => {
    begun({ redirect })
    world.answer("POST /oauth/login", { bound: true })
    await arrive("?code=c&state=S")
    await waitFor(() => expect(world.router.replace).toHaveBeenCalledWith(target))
    expect(world.messages).toEqual(["绑定成功"])
  })

  it.each([
    [refusal(409, "该第三方账号已绑定其他账号"), "该第三方账号已绑定其他账号"],
    [refusal(0, ""), "登录失败"],
    [{}, "登录失败"],
  ])("shows what went wrong (%#)", async (reply, words) => {
    begun()
    world.answer("POST /oauth/login", reply)
    await arrive("?code=c&state=S")
    expect((await screen.findByRole("alert")).textContent).toBe(words)
    expect(world.session.getState().logIn).not.toHaveBeenCalled()
  })

  it("offers the appeal of a user whose account is disabled", async () => {
    begun()
    world.answer("POST /oauth/login", refusal(403, "你的账号已被禁用（长期有效）", { appeal: "pass" }))
    await arrive("?code=c&state=S")
    expect((await screen.findByRole("alert")).textContent).toBe("你的账号已被禁用（长期有效）")
    expect(screen.getByRole("button", { name: "对这项处罚申诉" })).toBeTruthy()
  })

  it("binds at once for a logged-in user, if the back end leaves that to its client", async () => {
    begun()
    localStorage.setItem("token", "t")
    world.session.setState({ token: "t" })
    world.answer("POST /oauth/login", { oauth: pending })
    world.answer("POST /oauth/bind", {})
    await arrive("?code=c&state=S")
    await waitFor(() =>
      expect(world.api).toHaveBeenLastCalledWith("POST /oauth/bind", { openid: "10086", oauth_type: 4, session: "proof" }),
    )
    await waitFor(() => expect(world.messages).toEqual(["绑定成功"]))
  })
})

describe("an identity without an account", () => {
  const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
  const land = async () => {
    begun()
    world.answer("POST /oauth/login", { oauth: pending })
    await arrive("?code=c&state=S")
    await screen.findByRole("heading", { name: "完善用户信息" })
  }

  it("is bound to the account that the user logs in to", async () => {
    await land()
    world.answer("POST /user/login", { token: "t", user })
    world.answer("POST /oauth/bind", {})
    type("用户名", "林知夏")
    type("密码", "password1")
    fireEvent.click(screen.getByRole("button", { name: "登录并绑定" }))
    await waitFor(() => expect(world.router.replace).toHaveBeenCalledWith("/document/1"))
    expect(world.session.getState().logIn).toHaveBeenCalledWith("t", user)
    expect(world.api).toHaveBeenLastCalledWith("POST /oauth/bind", { openid: "10086", oauth_type: 4, session: "proof" })
    expect(world.messages).toEqual(["绑定成功"])
  })

  it("or to a new account, with a message if binding failed", async () => {
    await land()
    fireEvent.click(screen.getByRole("tab", { name: "新账号" }))
    world.answer("POST /user/register", { token: "t", user })
    world.answer("POST /oauth/bind", refusal(400, ""))
    for (const [label, value] of Object.entries({ 用户名: "新人", 电子邮箱: "a@b.cn", 密码: "password1", 确认密码: "password1" }))
      type(label, value)
    fireEvent.click(screen.getByRole("checkbox"))
    fireEvent.click(screen.getByRole("button", { name: "注册并绑定" }))
    expect(await screen.findByText("绑定失败")).toBeTruthy()
    expect(world.router.replace).not.toHaveBeenCalled()
  })
})

describe("the user's own bindings", () => {
  const bound = {
    id: 3,
    oauth_type: 4,
    nickname: "小豆",
    username: "",
    avatar: "",
    last: false,
    created_at: "2026-06-15T01:12:00Z",
    updated_at: "2026-06-15T01:12:00Z",
  }
  const qq = { ...github, type: 1, name: "QQ", label: "QQ" }
  const answers = (oauth: NonNullable<MockOutput<"GET /user/oauth">["oauth"]>) => {
    world.answer("GET /oauth/configs", { oauths: [github, qq] })
    world.answer("GET /user/oauth", { oauth })
    world.answer("DELETE /user/oauth", {})
  }

  it("shows existing bindings with their date, and binds further providers", async () => {
    answers([bound])
    render(<OauthBindings providers={2} />)
    expect(await screen.findByText(/绑定于 2026-06-15 09:12/)).toBeTruthy()
    expect(screen.getByText("未绑定")).toBeTruthy()
    world.answer("POST /oauth/begin", { url: "https://qq.example/a", state: "S", secret: "X" })
    fireEvent.click(screen.getByRole("button", { name: "绑定QQ" }))
    await waitFor(() => expect(went).toBe("https://qq.example/a"))
    expect(storedJourney()).toMatchObject({ type: 1, redirect: "/me/profile?tab=oauth" })
  })

  it("reserves a line for each provider while the bindings load, or says at once that there are none", async () => {
    world.answer("GET /oauth/configs", { oauths: [] })
    world.answer("GET /user/oauth", { oauth: [] })
    const { container, unmount } = render(<OauthBindings providers={2} />)
    expect(container.querySelectorAll("[aria-busy] > *")).toHaveLength(2)
    unmount()
    render(<OauthBindings providers={0} />)
    expect(screen.getByText("本站没有开启第三方登录。")).toBeTruthy()
    await waitFor(() => expect(world.inputsOf("GET /user/oauth").length).toBeGreaterThan(0))
    expect(screen.getByText("本站没有开启第三方登录。")).toBeTruthy()
  })

  it("unbinds after a confirmation", async () => {
    answers([bound])
    world.agree = false
    render(<OauthBindings providers={2} />)
    fireEvent.click(await screen.findByRole("button", { name: "解绑GitHub" }))
    await waitFor(() => expect(world.api).toHaveBeenCalledTimes(2))
    world.agree = true
    fireEvent.click(screen.getByRole("button", { name: "解绑GitHub" }))
    await waitFor(() => expect(world.messages).toEqual(["解绑成功"]))
    expect(world.api).toHaveBeenCalledWith("DELETE /user/oauth", { id: 3 })
  })

  it("does not remove the last login method, and explains what to do", async () => {
    answers([{ ...bound, last: true }])
    render(<OauthBindings providers={2} />)
    expect((await screen.findByRole<HTMLButtonElement>("button", { name: "解绑GitHub" })).disabled).toBe(true)
    expect(screen.getByRole("link", { name: "设置密码" }).getAttribute("href")).toBe("/me/password")
  })

  it("keeps a binding of a disabled provider visible, and offers a retry after a failure", async () => {
    answers([{ ...bound, oauth_type: 7 }])
    const { unmount } = render(<OauthBindings providers={2} />)
    expect(await screen.findByRole("button", { name: "解绑谷歌" })).toBeTruthy()
    unmount()
    world.answer("GET /user/oauth", refusal(500, "服务器出了点问题，请稍后再试"))
    render(<OauthBindings providers={2} />)
    expect((await screen.findByRole("alert")).textContent).toContain("服务器出了点问题")
    answers([])
    fireEvent.click(screen.getByRole("button", { name: "重试" }))
    expect(await screen.findByRole("button", { name: "绑定GitHub" })).toBeTruthy()
  })
})
