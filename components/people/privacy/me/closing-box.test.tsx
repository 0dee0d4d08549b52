import { fireEvent, render, screen, waitFor } from "@testing-library/react"
import { describe, expect, it, vi } from "vitest"
import { refusal, world } from "@/tests/setup/world"
import { ClosingBox } from "./closing-box"

const submit = () => fireEvent.click(screen.getByRole("button", { name: "注销账号" }))
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const word = "输入“注销账号”确认"

describe("closing the account", () => {
  it("requires the password and the confirmation word before anything is sent", () => {
    render(<ClosingBox open hasPassword onClose={() => undefined} />)
    submit()
    expect(screen.getByText("请输入你的登录密码")).toBeTruthy()
    type("登录密码", "correct horse 7")
    type(word, "注销")
    submit()
    expect(screen.getByText("请输入“注销账号”四个字")).toBeTruthy()
    expect(world.api).not.toHaveBeenCalled()
  })

  it("shows the closing date", async () => {
    world.answer("POST /user/close", { closing_at: "2026-11-27T10:00:00Z" })
    const onClose = vi.fn()
    render(<ClosingBox open hasPassword onClose={onClose} />)
    type("登录密码", "correct horse 7")
    type(word, "注销账号")
    submit()
    expect(await screen.findByText("2026-11-27 18:00")).toBeTruthy()
    expect(world.api).toHaveBeenCalledWith("POST /user/close", { password: "correct horse 7" })
    expect(world.router.refresh).toHaveBeenCalled()
    fireEvent.click(screen.getByRole("button", { name: "知道了" }))
    expect(onClose).toHaveBeenCalled()
  })

  it("an error appears beside the password if the server names it, else above the buttons", async () => {
    world.answer("POST /user/close", refusal(400, "密码错误", { field: "password" }))
    render(<ClosingBox open hasPassword onClose={() => undefined} />)
    type("登录密码", "wrong")
    type(word, "注销账号")
    submit()
    expect((await screen.findByText("密码错误")).closest("div")).toBe(screen.getByLabelText("登录密码").closest("div"))
    expect(screen.getByLabelText("登录密码").getAttribute("aria-invalid")).toBe("true")
    world.answer("POST /user/close", refusal(403, "站长的账号不能注销"))
    submit()
    expect((await screen.findByText("站长的账号不能注销")).closest("div")).toBe(screen.getByLabelText(word).closest("div"))
    expect(screen.getByLabelText("登录密码").getAttribute("aria-invalid")).toBe("false")
    expect(world.router.refresh).not.toHaveBeenCalled()
  })

  it("a user without a password types only the confirmation word", async () => {
    world.answer("POST /user/close", { closing_at: "2026-11-27T10:00:00Z" })
    render(<ClosingBox open hasPassword={false} onClose={() => undefined} />)
    expect(screen.queryByLabelText("登录密码")).toBeNull()
    type(word, "注销账号")
    submit()
    await waitFor(() => expect(world.api).toHaveBeenCalledWith("POST /user/close", {}))
  })
})
