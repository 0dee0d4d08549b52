import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { User } from "@/lib/contract/people/user"
import { CodeType } from "@/lib/contract/people/verification.enums"
import { refusal, world } from "@/tests/setup/world"
import { PasswordForm } from "./password-form"
import { ProfileForm } from "./profile-form"

const user = User.parse({ id: 7, username: "林知夏", signature: "慢慢读", has_password: true })
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }))

beforeEach(() => {
  vi.stubGlobal("matchMedia", () => ({ matches: false, addListener: () => undefined, removeListener: () => undefined }))
  world.enter(user)
})
// antd still uses it while a form unmounts
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe("the profile", () => {
  it("requires a name, and rejects an invalid e-mail address", async () => {
    render(<ProfileForm user={user} />)
    type("用户名", " ")
    type("电子邮箱", "zhixia@mail")
    type("手机号", "12345")
    press("保存修改")
    expect(await screen.findByText("请输入您的登录用户名")).toBeTruthy()
    expect(await screen.findByText("请输入正确的电子邮箱")).toBeTruthy()
    expect(await screen.findByText("请输入正确的手机号码")).toBeTruthy()
    expect(world.api).not.toHaveBeenCalled()
  })

  it("a name must not be a mobile number", async () => {
    render(<ProfileForm user={user} />)
    type("用户名", "13800000000")
    press("保存修改")
    expect(await screen.findByText("出于隐私保护，用户名不能是邮箱或手机号码")).toBeTruthy()
  })

  it("sends its seven fields, shows 修改成功, refreshes the user", async () => {
    world.answer("PUT /user/profile", {})
    const done = vi.fn()
    render(<ProfileForm user={user} onDone={done} />)
    type("个性签名", "慢慢写 ")
    press("保存修改")
    await waitFor(() => expect(done).toHaveBeenCalled())
    expect(world.api).toHaveBeenCalledWith("PUT /user/profile", {
      username: "林知夏",
      realname: "",
      identity: "",
      email: "",
      mobile: "",
      address: "",
      signature: "慢慢写",
    })
    expect(world.messages).toEqual(["修改成功"])
    expect(world.session.getState().reload).toHaveBeenCalled()
  })

  it("says that a signature waits for review", async () => {
    world.answer("PUT /user/profile", { review: true })
    render(<ProfileForm user={user} />)
    press("保存修改")
    await waitFor(() => expect(world.messages).toEqual(["已保存。个性签名要审核，通过后才会显示，结果会通知你"]))
  })

  it("names the signature that waits beside the public one", () => {
    render(<ProfileForm user={{ ...user, signature: "公开的", waiting_signature: "新写的" }} />)
    expect(field("个性签名").value).toBe("公开的")
    expect(screen.getByText(/“新写的”正在审核/)).toBeTruthy()
  })

  it("shows 修改失败 if the server gives no message", async () => {
    world.answer("PUT /user/profile", refusal(400, ""))
    render(<ProfileForm user={user} />)
    press("保存修改")
    await waitFor(() => expect(world.messages).toEqual(["! 修改失败"]))
  })

  it("e-mail and mobile are read-only once they are set", () => {
    render(<ProfileForm user={{ ...user, email: "a@b.cn", mobile: "13800000000" }} />)
    expect(field("电子邮箱").disabled).toBe(true)
    expect(field("手机号").disabled).toBe(true)
    expect(field("真实姓名").disabled).toBe(false)
  })

  it("e-mail and mobile can be changed here, and the name cannot, if the server has it so", () => {
    world.set({ capabilities: { absent: ["PUT /user/email", "PUT /user/mobile", "PUT /user/profile username"] } })
    render(<ProfileForm user={{ ...user, email: "a@b.cn", mobile: "13800000000" }} />)
    expect(["用户名", "电子邮箱", "手机号"].map((label) => field(label).disabled)).toEqual([true, false, false])
    expect(screen.queryByText("更换请到“账号绑定”")).toBeNull()
  })

  it("a first e-mail address asks for the login password and a code; the mobile number waits", async () => {
    world.answer("PUT /user/profile", {})
    world.answer("POST /user/email/code", {})
    render(<ProfileForm user={{ ...user, email: "", mobile: "" }} />)
    expect(screen.queryByLabelText("登录密码")).toBeNull()
    type("电子邮箱", "new@b.cn")
    expect(await screen.findByLabelText("登录密码")).toBeTruthy()
    expect(field("手机号").disabled).toBe(true)
    press("保存修改")
    expect(await screen.findByText("请输入你的登录密码")).toBeTruthy()
    expect(await screen.findByText("请输入邮箱验证码")).toBeTruthy()
    press("获取邮箱验证码")
    await waitFor(() => expect(world.api).toHaveBeenCalledWith("POST /user/email/code", { email: "new@b.cn", type: CodeType.bind }))
    type("登录密码", "correct horse 7")
    type("邮箱验证码", "123456")
    press("保存修改")
    const sent = { email: "new@b.cn", mobile: "", code: "123456", password: "correct horse 7" }
    await waitFor(() => expect(world.api).toHaveBeenCalledWith("PUT /user/profile", expect.objectContaining(sent)))
  })

  it("without page data it uses the session's user", () => {
    render(<ProfileForm />)
    expect(field("个性签名").value).toBe("慢慢读")
  })

  it("shows a loading state until the session is ready", () => {
    world.session.setState({ user: null })
    render(<ProfileForm />)
    expect(screen.getByRole("status", { name: "正在加载" })).toBeTruthy()
  })
})

describe("the password", () => {
  it("says that other logins end only if the server ends them", () => {
    const promise = "修改后，其他设备上的登录会全部退出，这台设备不受影响。"
    const view = render(<PasswordForm />)
    expect(screen.getByText(promise)).toBeTruthy()
    view.unmount()
    world.set({ capabilities: { absent: ["GET /user/session"] } })
    render(<PasswordForm />)
    expect(screen.queryByText(promise)).toBeNull()
  })

  it("requires all three fields, and a matching repetition", async () => {
    render(<PasswordForm />)
    press("修改密码")
    expect(await screen.findByText("请输入您的原密码")).toBeTruthy()
    expect(await screen.findByText("请输入您的新密码")).toBeTruthy()
    expect(await screen.findByText("请再次输入您的新密码")).toBeTruthy()
    type("原密码", "old password")
    type("新密码", "correct horse 7")
    type("确认新密码", "correct horse 8")
    press("修改密码")
    expect(await screen.findByText("新密码和确认密码不一致")).toBeTruthy()
    expect(world.api).not.toHaveBeenCalled()
  })

  it("sends id, old and new password, and clears itself", async () => {
    world.answer("PUT /user/password", {})
    const done = vi.fn()
    render(<PasswordForm onDone={done} />)
    type("原密码", "old password")
    type("新密码", "correct horse 7")
    type("确认新密码", "correct horse 7")
    press("修改密码")
    await waitFor(() => expect(done).toHaveBeenCalled())
    expect(world.api).toHaveBeenCalledWith("PUT /user/password", { id: 7, old_password: "old password", new_password: "correct horse 7" })
    expect(world.messages).toEqual(["密码修改成功"])
    await waitFor(() => expect(field("原密码").value).toBe(""))
  })

  it("shows an error beside the field that the server names", async () => {
    world.answer("PUT /user/password", refusal(400, "原密码不正确", { field: "old_password" }))
    render(<PasswordForm />)
    type("原密码", "wrong")
    type("新密码", "correct horse 7")
    type("确认新密码", "correct horse 7")
    press("修改密码")
    expect((await screen.findByText("原密码不正确")).className).toContain("explain-error")
    await waitFor(() => expect(document.activeElement).toBe(field("原密码")))
    expect(world.messages).toEqual([])
  })

  it("a user without a password sets one without an old password", async () => {
    world.answer("PUT /user/password", {})
    render(<PasswordForm hasPassword={false} />)
    expect(screen.queryByLabelText("原密码")).toBeNull()
    type("新密码", "correct horse 7")
    type("确认新密码", "correct horse 7")
    press("设置密码")
    await waitFor(() => expect(world.api).toHaveBeenCalledWith("PUT /user/password", { id: 7, new_password: "correct horse 7" }))
    await waitFor(() => expect(world.messages).toEqual(["密码设置成功"]))
  })
})
