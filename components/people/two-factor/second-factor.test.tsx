import { act, fireEvent, render, screen, waitFor } from "@testing-library/react"
import { beforeEach, describe, expect, it, vi } from "vitest"
import { refusal, world } from "@/tests/setup/world"
import { withSecondFactor, type Factor } from "@/lib/api/second-factor"
import type { Result } from "@/lib/contract/types"
import { User } from "@/lib/contract/people/user"
import { createSession } from "@/stores/session"
import { FactorMissing } from "./factor-missing"
import { SecondFactor } from "./second-factor"

const webauthn = vi.hoisted(() => ({ startRegistration: vi.fn(), startAuthentication: vi.fn() }))
vi.mock("@simplewebauthn/browser", () => webauthn)

const missingCode: Result<string> = { ok: false, status: 400, code: 17, message: "请输入两步验证的验证码", field: "otp" }
const wrong: Result<string> = { ok: false, status: 400, code: 3, message: "验证码不正确，或者已经用过", field: "otp" }
const inside: Result<string> = { ok: true, status: 200, data: "token" }

/** Starts a login that requires a second factor; `replies` answer the following attempts. */
const logIn = async (...replies: Result<string>[]) => {
  render(<SecondFactor />)
  const given: Factor[] = []
  const ends: Result<string>[] = []
  const again = async (factor: Factor) => {
    given.push(factor)
    return replies[given.length - 1] ?? wrong
  }
  act(() => void withSecondFactor(missingCode, again).then((reply) => ends.push(reply)))
  await screen.findByRole("dialog")
  return { given, ends }
}
const type = (code: string) => fireEvent.change(screen.getByLabelText("验证码或恢复代码"), { target: { value: code } })
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }))

describe("the second factor prompt", () => {
  beforeEach(() => {
    world.set({ system: { domain: "https://library.example.org" } })
    vi.stubGlobal("PublicKeyCredential", {})
    webauthn.startAuthentication.mockReset()
  })

  it("repeats the login with the code until it is correct", async () => {
    const { given, ends } = await logIn(wrong, inside)
    press("验证")
    expect(screen.getByText("请输入六位数字的验证码，或一个恢复代码")).toBeTruthy()
    type("000000")
    press("验证")
    expect(await screen.findByText("验证码不正确，或者已经用过")).toBeTruthy()
    expect(ends).toEqual([])
    type("123456")
    press("验证")
    await waitFor(() => expect(ends).toEqual([inside]))
    expect(given).toEqual([{ otp: "000000" }, { otp: "123456" }])
    expect(screen.queryByRole("dialog")).toBeNull()
  })

  it("ends on any other login error", async () => {
    const late: Result<string> = { ok: false, status: 429, code: 8, message: "验证码输错的次数太多，请稍后再试", wait: 900 }
    const { ends } = await logIn(late)
    type("000000")
    press("验证")
    await waitFor(() => expect(ends).toEqual([late]))
    expect(screen.queryByRole("dialog")).toBeNull()
  })

  it("can be cancelled", async () => {
    const { given, ends } = await logIn(inside)
    press("取消")
    await waitFor(() => expect(ends).toEqual([missingCode]))
    expect(given).toEqual([])
  })

  it("accepts a passkey; a browser error is shown and another method remains", async () => {
    const { given, ends } = await logIn(inside)
    world.answer("POST /user/login/passkey/begin", { options: '{"challenge":"c"}' })
    webauthn.startAuthentication.mockRejectedValueOnce(new Error("left")).mockResolvedValueOnce({ id: "k" })
    press("用通行密钥验证")
    expect(await screen.findByText("没有完成通行密钥的验证")).toBeTruthy()
    press("用通行密钥验证")
    await waitFor(() => expect(ends).toEqual([inside]))
    expect(given).toEqual([{ passkey: '{"id":"k"}' }])
    expect(world.inputsOf("POST /user/login/passkey/begin")).toEqual([{ alone: false }, { alone: false }])
  })

  it.each([
    ["has no address", { system: { domain: "" } }],
    [
      "has a server behind it that knows none",
      { system: { domain: "https://a.example" }, capabilities: { absent: ["POST /user/login/passkey/begin"] } },
    ],
  ])("offers no passkey where the site %s", async (_, settings) => {
    world.set(settings)
    await logIn()
    expect(screen.queryByRole("button", { name: "用通行密钥验证" })).toBeNull()
  })
})

it("staff without the required second factor are sent to its setup", async () => {
  world.goTo("/")
  render(<FactorMissing />)
  expect(world.router.push).not.toHaveBeenCalled()
  act(() => world.session.setState({ factorMissing: true }))
  await waitFor(() => expect(world.router.push).toHaveBeenCalledWith("/me/security"))
})

it("the permissions of such staff are rejected with a distinct code", async () => {
  world.answer("GET /user/permission", refusal(403, "本站要求管理人员开启两步验证", { code: 18 }))
  const session = createSession()
  session.getState().logIn("t", User.parse({ id: 7 }))
  await waitFor(() => expect(session.getState().factorMissing).toBe(true))
  world.answer("GET /user/permission", { permission: [] })
  world.answer("GET /user", { id: 7 })
  await session.getState().reload()
  expect(session.getState().factorMissing).toBe(false)
})
