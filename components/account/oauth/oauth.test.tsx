import { StrictMode } from "react"
import { fireEvent, render, screen, waitFor } from "@testing-library/react"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { OauthBindings } from "./oauth-bindings"
import { OauthButtons } from "./oauth-buttons"

const world = vi.hoisted(() => ({ api: vi.fn(), replace: vi.fn(), logIn: vi.fn(), said: [] as string[], agreed: true, token: "" }))

vi.mock("@/lib/api/client", () => ({ api: world.api }))
vi.mock("@/lib/api/token", () => ({ readToken: () => world.token }))
vi.mock("next/navigation", () => {
  const router = { replace: world.replace, refresh: () => undefined }
  return { useRouter: () => router }
})
vi.mock("next/link", () => ({ default: ({ href, children }: { href: string; children: string }) => <a href={href}>{children}</a> }))
vi.mock("@/components/providers/feedback", () => ({
  useFeedback: () => ({
    success: (text: string) => world.said.push(text),
    error: (text: string) => world.said.push(text),
    confirm: async () => world.agreed,
  }),
}))
vi.mock("@/components/providers/settings", () => ({
  useSettings: () => ({ security: { enable_captcha_login: false, enable_captcha_register: false, enable_verify_register_email: false } }),
}))
vi.mock("@/components/providers/session", () => {
  const store = { getState: () => ({ token: world.token, logIn: world.logIn }) }
  return { useSessionStore: () => store, useSession: (pick: (state: object) => unknown) => pick({ ready: true, token: world.token }) }
})

const github = { type: 4, name: "GitHub", label: "GitHub", icon: "", enable: true, client_id: "cid", redirect_url: "", authorize_url: "" }
const ok = (data: unknown) => ({ ok: true, status: 200, data })
const pending = { id: 4, openid: "10086", oauth_type: 4, session: "proof", nickname: "小豆", avatar: "" }
const user = { id: 7, username: "林知夏" }
const kept = () => JSON.parse(sessionStorage.getItem("doujia:oauth") ?? "null") as Record<string, unknown> | null
const begun = (more = {}) =>
  sessionStorage.setItem(
    "doujia:oauth",
    JSON.stringify({ type: 4, state: "S", secret: "X", redirect: "/document/1", at: Date.now(), ...more }),
  )
/** Every arrival is a page of its own, with modules of its own. */
const arrive = async (search: string, name = "github") => {
  vi.resetModules()
  const { OauthLanding } = await import("./oauth-landing")
  window.history.replaceState(null, "", `/oauth/${name}${search}`)
  return render(
    <StrictMode>
      <OauthLanding name={name} sms={false} open agreement="" />
    </StrictMode>,
  )
}

let went = ""
beforeEach(() => {
  vi.stubGlobal("matchMedia", () => ({ matches: false, addListener: () => undefined, removeListener: () => undefined }))
  Element.prototype.scrollIntoView = () => undefined
  for (const mock of [world.api, world.replace, world.logIn]) mock.mockReset()
  Object.assign(world, { agreed: true, token: "" })
  world.said.length = 0
  sessionStorage.clear()
  went = ""
  const real = window.location
  const own: Record<string | symbol, unknown> = { origin: "https://own.example", assign: (url: string) => (went = url) }
  vi.stubGlobal("location", new Proxy({}, { get: (_, name) => own[name] ?? (Reflect.get(real, name, real) as unknown) }))
})
afterEach(() => vi.unstubAllGlobals())

describe("going to a provider", () => {
  const press = (redirect = "/document/1") => {
    render(<OauthButtons providers={[github]} redirect={redirect} />)
    fireEvent.click(screen.getByRole("button", { name: "GitHub" }))
  }

  it("remembers what the server gave, and leaves", async () => {
    world.api.mockResolvedValue(ok({ url: "https://github.example/a", state: "S", secret: "X" }))
    press()
    await waitFor(() => expect(went).toBe("https://github.example/a"))
    expect(world.api).toHaveBeenCalledWith("POST /oauth/begin", { oauth_type: 4 })
    expect(kept()).toMatchObject({ type: 4, state: "S", secret: "X", redirect: "/document/1" })
  })

  it("builds the address itself on a server without that call, with a state of its own", async () => {
    world.api.mockResolvedValue({ ok: false, status: 404, message: "Not Found" })
    press()
    await waitFor(() => expect(went).toMatch(/^https:\/\/github\.com\/login\/oauth\/authorize\?/))
    const url = new URL(went)
    expect(url.searchParams.get("redirect_uri")).toBe("https://own.example/oauth/github")
    expect(url.searchParams.get("state")).toMatch(/^[0-9a-f]{48}$/)
    expect(kept()).toMatchObject({ state: url.searchParams.get("state"), secret: "" })
  })

  it("never remembers a way back to /oauth or off the site", async () => {
    world.api.mockResolvedValue(ok({ url: "https://github.example/a", state: "S", secret: "X" }))
    press("/oauth/github?code=1")
    await waitFor(() => expect(kept()).toMatchObject({ redirect: "/me" }))
  })

  it.each([
    [{ ok: false, status: 400, message: "本站没有开启GitHub登录" }, "本站没有开启GitHub登录"],
    [ok({ url: "javascript:alert(1)", state: "S", secret: "X" }), "第三方登录的配置有误，请联系管理员"],
  ])("stays and says why (%#)", async (reply, words) => {
    world.api.mockResolvedValue(reply)
    press()
    await waitFor(() => expect(world.said).toEqual([words]))
    expect(went).toBe("")
    expect(kept()).toBeNull()
  })

  it("is not offered where there is no provider", () => {
    const { container } = render(<OauthButtons providers={[]} redirect="/me" />)
    expect(container.innerHTML).toBe("")
  })
})

describe("coming back", () => {
  it.each([
    ["", "github", true, "code不能为空"],
    ["?code=c&state=S", "nobody", true, "未知授权类型"],
    ["?code=c&state=other", "github", true, "授权已失效，请重新登录"],
    ["?code=c", "github", true, "授权已失效，请重新登录"],
    ["?code=c&state=S", "gitee", true, "授权已失效，请重新登录"],
    ["?code=c&state=S", "github", false, "授权已失效，请重新登录"],
    ["?error=access_denied&state=S", "github", true, "已取消授权"],
    ["?error=server_error", "github", true, "登录平台没有同意授权，请重新登录"],
  ])("%s to %s (begun here: %s): %s", async (search, name, own, words) => {
    if (own) begun()
    await arrive(search, name)
    expect((await screen.findByRole("alert")).textContent).toBe(words)
    expect(screen.getByRole("link").getAttribute("href")).toBe(own ? "/login?redirect=%2Fdocument%2F1" : "/login?redirect=%2Fme")
    expect(window.history.state).toBeNull()
    expect(kept()).toBeNull()
    expect(world.api, "nobody was asked").not.toHaveBeenCalled()
  })

  it("logs in whose identity it is, once, and goes back to where one wanted to", async () => {
    begun()
    world.api.mockResolvedValue(ok({ token: "t", user, oauth: null, bound: false }))
    await arrive("?code=c&state=S")
    expect(screen.getByRole("status").textContent).toContain("正在登录…")
    await waitFor(() => expect(world.replace).toHaveBeenCalledWith("/document/1"))
    expect(world.api.mock.calls).toEqual([["POST /oauth/login", { oauth_type: 4, code: "c", state: "S", secret: "X" }]])
    expect(world.logIn).toHaveBeenCalledWith("t", user)
    expect(world.said).toEqual(["登录成功"])
  })

  it("sends an older server the code alone, after its own check of the state", async () => {
    begun({ secret: "" })
    world.api.mockResolvedValue(ok({ token: "t", user }))
    await arrive("?code=c&state=S")
    await waitFor(() => expect(world.api).toHaveBeenCalledWith("POST /oauth/login", { oauth_type: 4, code: "c" }))
  })

  it.each([
    ["/oauth/qq", "/me"],
    ["//evil.cn", "/me"],
    ["/me/profile?tab=oauth", "/me/profile?tab=oauth"],
  ])("a kept way back %s leads to %s", async (redirect, target) => {
    begun({ redirect })
    world.api.mockResolvedValue(ok({ bound: true }))
    await arrive("?code=c&state=S")
    await waitFor(() => expect(world.replace).toHaveBeenCalledWith(target))
    expect(world.said).toEqual(["绑定成功"])
  })

  it.each([
    [{ ok: false, status: 409, message: "该第三方账号已绑定其他账号" }, "该第三方账号已绑定其他账号"],
    [{ ok: false, status: 0, message: "" }, "登录失败"],
    [ok({}), "登录失败"],
  ])("says what went wrong (%#)", async (reply, words) => {
    begun()
    world.api.mockResolvedValue(reply)
    await arrive("?code=c&state=S")
    expect((await screen.findByRole("alert")).textContent).toBe(words)
    expect(world.logIn).not.toHaveBeenCalled()
  })

  it("binds at once for who is logged in, where the server leaves that to its client", async () => {
    begun()
    world.token = "t"
    world.api.mockResolvedValueOnce(ok({ oauth: pending })).mockResolvedValueOnce(ok({}))
    await arrive("?code=c&state=S")
    await waitFor(() =>
      expect(world.api).toHaveBeenLastCalledWith("POST /oauth/bind", { openid: "10086", oauth_type: 4, session: "proof" }),
    )
    await waitFor(() => expect(world.said).toEqual(["绑定成功"]))
  })
})

describe("an identity of nobody yet", () => {
  const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
  const land = async () => {
    begun()
    world.api.mockResolvedValueOnce(ok({ oauth: pending }))
    await arrive("?code=c&state=S")
    await screen.findByRole("heading", { name: "完善用户信息" })
  }

  it("is bound to the account one logs in to", async () => {
    await land()
    world.api.mockResolvedValueOnce(ok({ token: "t", user })).mockResolvedValueOnce(ok({ bound: true }))
    type("用户名", "林知夏")
    type("密码", "password1")
    fireEvent.click(screen.getByRole("button", { name: "登录并绑定" }))
    await waitFor(() => expect(world.replace).toHaveBeenCalledWith("/document/1"))
    expect(world.logIn).toHaveBeenCalledWith("t", user)
    expect(world.api).toHaveBeenLastCalledWith("POST /oauth/bind", { openid: "10086", oauth_type: 4, session: "proof" })
    expect(world.said).toEqual(["绑定成功"])
  })

  it("or to a new one, and says when the binding did not work", async () => {
    await land()
    fireEvent.click(screen.getByRole("tab", { name: "新账号" }))
    world.api.mockResolvedValueOnce(ok({ token: "t", user })).mockResolvedValueOnce({ ok: false, status: 400, message: "" })
    for (const [label, value] of Object.entries({ 用户名: "新人", 电子邮箱: "a@b.cn", 密码: "password1", 确认密码: "password1" }))
      type(label, value)
    fireEvent.click(screen.getByRole("checkbox"))
    fireEvent.click(screen.getByRole("button", { name: "注册并绑定" }))
    expect(await screen.findByText("绑定失败")).toBeTruthy()
    expect(world.replace).not.toHaveBeenCalled()
  })
})

describe("one's own bindings", () => {
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
  const answers = (oauth: unknown[], more: Record<string, unknown> = {}) =>
    world.api.mockImplementation(
      async (key: string) =>
        more[key] ?? (key === "GET /oauth/configs" ? ok({ oauths: [github, qq] }) : key === "GET /user/oauth" ? ok({ oauth }) : ok({})),
    )

  it("says what is bound since when, and binds the rest", async () => {
    answers([bound])
    render(<OauthBindings />)
    expect(await screen.findByText(/绑定于 2026-06-15 09:12/)).toBeTruthy()
    expect(screen.getByText("未绑定")).toBeTruthy()
    answers([bound], { "POST /oauth/begin": ok({ url: "https://qq.example/a", state: "S", secret: "X" }) })
    fireEvent.click(screen.getByRole("button", { name: "绑定QQ" }))
    await waitFor(() => expect(went).toBe("https://qq.example/a"))
    expect(kept()).toMatchObject({ type: 1, redirect: "/me/profile?tab=oauth" })
  })

  it("unbinds after a question", async () => {
    answers([bound])
    world.agreed = false
    render(<OauthBindings />)
    fireEvent.click(await screen.findByRole("button", { name: "解绑GitHub" }))
    await waitFor(() => expect(world.api).toHaveBeenCalledTimes(2))
    world.agreed = true
    fireEvent.click(screen.getByRole("button", { name: "解绑GitHub" }))
    await waitFor(() => expect(world.said).toEqual(["解绑成功"]))
    expect(world.api).toHaveBeenCalledWith("DELETE /user/oauth", { id: 3 })
  })

  it("does not take the last way in away, and says what to do", async () => {
    answers([{ ...bound, last: true }])
    render(<OauthBindings />)
    expect((await screen.findByRole<HTMLButtonElement>("button", { name: "解绑GitHub" })).disabled).toBe(true)
    expect(screen.getByRole("link", { name: "设置密码" }).getAttribute("href")).toBe("/me/password")
  })

  it("keeps a binding in sight whose provider is off, and offers another try after a failure", async () => {
    answers([{ ...bound, oauth_type: 7 }])
    const { unmount } = render(<OauthBindings />)
    expect(await screen.findByRole("button", { name: "解绑谷歌" })).toBeTruthy()
    unmount()
    answers([], { "GET /user/oauth": { ok: false, status: 500, message: "服务器出了点问题，请稍后再试" } })
    render(<OauthBindings />)
    expect((await screen.findByRole("alert")).textContent).toContain("服务器出了点问题")
    answers([])
    fireEvent.click(screen.getByRole("button", { name: "重试" }))
    expect(await screen.findByRole("button", { name: "绑定GitHub" })).toBeTruthy()
  })
})
