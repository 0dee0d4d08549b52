import { fireEvent, render, screen, waitFor } from "@testing-library/react"
import { beforeEach, describe, expect, it, vi } from "vitest"
import { ok, refusal, world, type MockOutput } from "@/tests/setup/world"
import { TwoFactor } from "./two-factor"

const webauthn = vi.hoisted(() => ({ startRegistration: vi.fn(), startAuthentication: vi.fn() }))
vi.mock("@simplewebauthn/browser", () => webauthn)

const codes = Array.from({ length: 10 }, (_, n) => `aaaa-bbbb-cccc-dd${n}${n}`)
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }))
const show = (given: MockOutput<"GET /user/factor">) => {
  const factors = ok("GET /user/factor", given)
  if (!factors.ok) throw new Error("no factors")
  return render(<TwoFactor factors={factors.data} username="林知夏" sitename="豆架" now={Date.parse("2026-11-20T10:00:00Z")} />)
}
const passkey = { id: 3, name: "书房的电脑", created_at: "2026-11-01T10:00:00Z", last_used_at: null }

beforeEach(() => {
  vi.stubGlobal("PublicKeyCredential", {})
  for (const spy of Object.values(webauthn)) spy.mockReset()
})

describe("an authenticator app", () => {
  it("is enabled with its first code, and yields recovery codes that must be saved", async () => {
    show({})
    world.answer("POST /user/totp", { secret: "GEZDGNBVGY3TQOJQ", uri: "otpauth://totp/x?secret=GEZDGNBVGY3TQOJQ" })
    world.answer("PUT /user/totp", refusal(400, "验证码不正确，请看手机时间是否准确", { field: "otp" }), { recovery_code: codes })
    fireEvent.click(screen.getByRole("button", { name: "开启" }))
    expect(await screen.findByText("GEZD GNBV GY3T QOJQ")).toBeTruthy()
    const field = await screen.findByLabelText("六位数字")
    const submit = () => fireEvent.submit(field)
    submit()
    expect(await screen.findByText("请输入验证器上的六位数字")).toBeTruthy()
    fireEvent.change(field, { target: { value: "000000" } })
    submit()
    expect(await screen.findByText("验证码不正确，请看手机时间是否准确")).toBeTruthy()
    fireEvent.change(field, { target: { value: "123 456" } })
    submit()
    expect(await screen.findByText(codes[9]!)).toBeTruthy()
    expect(world.inputsOf("PUT /user/totp")).toEqual([{ otp: "000000" }, { otp: "123 456" }])
    expect(world.router.refresh).toHaveBeenCalled()
    const write = vi.fn(async () => undefined)
    vi.stubGlobal("navigator", Object.assign(Object.create(navigator), { clipboard: { writeText: write } }))
    press("复制")
    await waitFor(() => expect(write).toHaveBeenCalledWith(codes.join("\n")))
    expect(await screen.findByText("恢复代码已经复制，请粘贴到安全的地方。")).toBeTruthy()
    press("完成")
    await waitFor(() => expect(screen.queryByText(codes[0]!)).toBeNull())
    expect(world.messages).toEqual([])
    vi.unstubAllGlobals()
  })

  it("is removed after a confirmation", async () => {
    show({ totp: true, recovery_code_count: 2 })
    world.answer("DELETE /user/totp", {})
    expect(screen.getByText("还有 2 个").className).toContain("warn")
    world.agree = false
    press("关闭")
    await waitFor(() => expect(world.asked).toEqual(["关闭验证器"]))
    expect(world.api).not.toHaveBeenCalled()
    world.agree = true
    press("关闭")
    await waitFor(() => expect(world.messages).toEqual(["验证器已经关闭"]))
  })
})

describe("passkeys", () => {
  it("are absent if the site has no domain for them", () => {
    show({ totp: true })
    expect(screen.queryByText("通行密钥")).toBeNull()
    expect(screen.queryByText(/还没有设置域名/)).toBeNull()
  })

  it("staff who may edit settings see which setting passkeys need", () => {
    world.enter({}, ["ConfigAPI/ListConfig", "ConfigAPI/UpdateConfig"])
    const { unmount } = show({ totp: true })
    expect(
      screen
        .getByText(/还没有设置域名/)
        .querySelector("a")
        ?.getAttribute("href"),
    ).toBe("/admin/config/system")
    unmount()
    show({ passkeys: true })
    expect(screen.queryByText(/还没有设置域名/)).toBeNull()
  })

  it("are created in this browser, and named after it", async () => {
    show({ passkeys: true })
    world.answer("POST /user/passkey/begin", { options: '{"challenge":"c"}' })
    world.answer("POST /user/passkey", { id: 3, recovery_code: codes })
    webauthn.startRegistration.mockResolvedValue({ id: "k" })
    press("添加通行密钥")
    expect(await screen.findByText(codes[0]!)).toBeTruthy()
    expect(webauthn.startRegistration).toHaveBeenCalledWith({ optionsJSON: { challenge: "c" } })
    press("完成")
    expect(world.messages).toEqual(["恢复代码不会再显示；没有保存的话，可以换一组。"])
    expect(world.inputsOf("POST /user/passkey")).toEqual([{ name: expect.stringMatching(/./) as string, passkey: '{"id":"k"}' }])
  })

  it.each([
    ["NotAllowedError", "! 没有完成通行密钥的验证"],
    ["InvalidStateError", "! 这台设备上已经有本站的通行密钥"],
    ["SecurityError", "! 请用网站的正式地址打开，再使用通行密钥"],
  ])("a browser's %s is shown as a readable message", async (name, words) => {
    show({ passkeys: true })
    world.answer("POST /user/passkey/begin", { options: "{}" })
    webauthn.startRegistration.mockRejectedValue(Object.assign(new Error("no"), { name }))
    press("添加通行密钥")
    await waitFor(() => expect(world.messages).toEqual([words]))
    expect(world.inputsOf("POST /user/passkey")).toEqual([])
  })

  it("are renamed and removed", async () => {
    show({ passkeys: true, passkey: [passkey], recovery_code_count: 10 })
    world.answer("PUT /user/passkey", {})
    world.answer("DELETE /user/passkey", {})
    press("给 书房的电脑 改名")
    fireEvent.change(await screen.findByLabelText("名称"), { target: { value: " 旧电脑 " } })
    fireEvent.submit(screen.getByLabelText("名称"))
    await waitFor(() => expect(world.inputsOf("PUT /user/passkey")).toEqual([{ id: 3, name: "旧电脑" }]))
    press("删除 书房的电脑")
    await waitFor(() => expect(world.inputsOf("DELETE /user/passkey")).toEqual([{ id: 3 }]))
    expect(world.asked).toEqual(["删除“书房的电脑”"])
  })
})

it("staff who must have a second factor see why, and regain their permissions once they have one", async () => {
  world.enter({ id: 7 })
  const { unmount } = show({ required: true })
  expect(screen.getByText(/本站要求管理人员开启两步验证/)).toBeTruthy()
  unmount()
  show({ required: true, totp: true })
  expect(screen.queryByText(/本站要求管理人员开启两步验证/)).toBeNull()
  const reload = vi.fn(async () => undefined)
  world.session.setState({ reload })
  world.answer("POST /user/recovery", { recovery_code: codes })
  press("换一组")
  expect(await screen.findByText(codes[5]!)).toBeTruthy()
  expect(reload).toHaveBeenCalled()
})
