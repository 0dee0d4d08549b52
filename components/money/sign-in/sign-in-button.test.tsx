import { fireEvent, render, screen, waitFor } from "@testing-library/react"
import { describe, expect, it, vi } from "vitest"
import { refusal, world } from "@/tests/setup/world"
import { SignInButton } from "./sign-in-button"

const notYet = { id: 0, award: 0 }
const signed = { id: 3, award: 5 }
const button = () => screen.getByRole<HTMLButtonElement>("button")

describe("the daily sign-in", () => {
  it("loads its state, signs in once, and refreshes the user", async () => {
    world.answer("GET /user/sign", notYet)
    world.answer("PUT /user/sign", signed)
    const onSigned = vi.fn()
    render(<SignInButton onSigned={onSigned} />)
    await waitFor(() => expect(world.api).toHaveBeenCalledWith("GET /user/sign"))
    expect(button().textContent).toBe("每日签到")
    fireEvent.click(button())
    await waitFor(() => expect(button().textContent).toBe("今日已签到"))
    expect(button().disabled).toBe(true)
    expect(world.messages).toEqual(["签到成功，获得 5 魔豆奖励"])
    expect(world.session.getState().reload).toHaveBeenCalledTimes(1)
    expect(onSigned).toHaveBeenCalledTimes(1)
  })

  it("uses the site's name for credits", async () => {
    world.set({ system: { credit_name: "积分" } })
    world.answer("PUT /user/sign", signed)
    render(<SignInButton signed={false} />)
    fireEvent.click(button())
    await waitFor(() => expect(world.messages).toEqual(["签到成功，获得 5 积分奖励"]))
  })

  it("is disabled if the server says that the user has signed in", async () => {
    world.answer("GET /user/sign", signed)
    render(<SignInButton />)
    await waitFor(() => expect(button().disabled).toBe(true))
  })

  it("makes no request if the page knows the state", () => {
    render(<SignInButton signed />)
    expect(button().textContent).toBe("今日已签到")
    expect(world.api).not.toHaveBeenCalled()
  })

  it("already signed in elsewhere: shows the message and becomes disabled", async () => {
    world.answer("PUT /user/sign", refusal(409, "你今天已经签到过了"))
    world.answer("GET /user/sign", signed)
    render(<SignInButton signed={false} />)
    fireEvent.click(button())
    await waitFor(() => expect(button().disabled).toBe(true))
    expect(world.messages).toEqual(["! 你今天已经签到过了"])
    expect(world.session.getState().reload).not.toHaveBeenCalled()
  })

  it("can be retried after a failure", async () => {
    world.answer("PUT /user/sign", refusal(0, "网络没有连上，请检查后重试"))
    render(<SignInButton signed={false} />)
    fireEvent.click(button())
    await waitFor(() => expect(world.messages).toEqual(["! 网络没有连上，请检查后重试"]))
    expect(button().textContent).toBe("每日签到")
    expect(button().disabled).toBe(false)
  })
})
