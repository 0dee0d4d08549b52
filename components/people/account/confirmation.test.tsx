import { act, fireEvent, render, screen, waitFor } from "@testing-library/react"
import { beforeEach, describe, expect, it } from "vitest"
import { refusal, world } from "@/tests/setup/world"
import { askConfirmation } from "@/lib/api/confirmation"
import { Confirmation } from "./confirmation"

const type = (password: string) => fireEvent.change(screen.getByLabelText("登录密码"), { target: { value: password } })
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }))

const ask = async (has_password = true) => {
  world.enter({ id: 7, has_password })
  render(<Confirmation />)
  const answers: boolean[] = []
  act(() => void askConfirmation().then((confirmed) => answers.push(confirmed)))
  await screen.findByRole("dialog")
  return answers
}

describe("the password confirmation", () => {
  beforeEach(() => world.goTo("/admin/config/email"))

  it("accepts the right password, which renews the session token; a wrong one shows an error beside the field", async () => {
    const answers = await ask()
    press("确认")
    expect(screen.getByText("请输入你的登录密码")).toBeTruthy()
    world.answer("POST /user/confirm", refusal(400, "密码不正确", { field: "password" }), { token: "renewed" })
    type("wrong")
    press("确认")
    expect(await screen.findByText("密码不正确")).toBeTruthy()
    expect(answers).toEqual([])
    type("correct horse 7")
    press("确认")
    await waitFor(() => expect(answers).toEqual([true]))
    expect(world.inputsOf("POST /user/confirm")).toEqual([{ password: "wrong" }, { password: "correct horse 7" }])
    expect(screen.queryByRole("dialog")).toBeNull()
    expect([world.session.getState().token, localStorage.getItem("token"), world.session.getState().user?.id]).toEqual([
      "renewed",
      "renewed",
      7,
    ])
  })

  it("can be cancelled", async () => {
    const answers = await ask()
    press("取消")
    await waitFor(() => expect(answers).toEqual([false]))
    expect(screen.queryByRole("dialog")).toBeNull()
  })

  it("sends a user without a password to a new login, and back to this page", async () => {
    const answers = await ask(false)
    expect(screen.queryByLabelText("登录密码")).toBeNull()
    press("重新登录")
    await waitFor(() => expect(world.router.push).toHaveBeenCalledWith("/login?redirect=%2Fadmin%2Fconfig%2Femail"))
    expect(world.session.getState().logOut, "a logout would delete the drafts").not.toHaveBeenCalled()
    expect(world.session.getState().token).toBe("")
    expect(answers).toEqual([false])
  })
})
