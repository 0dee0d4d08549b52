import { fireEvent, render, screen, waitFor } from "@testing-library/react"
import { beforeEach, describe, expect, it, vi } from "vitest"
import { SignInButton } from "./sign-in-button"

const world = vi.hoisted(() => ({ api: vi.fn(), said: [] as string[], reload: vi.fn(), credit: "魔豆" }))
vi.mock("@/lib/api/client", () => ({ api: world.api }))
vi.mock("@/components/providers/feedback", () => ({
  useFeedback: () => ({ success: (text: string) => world.said.push(text), error: (text: string) => world.said.push(`! ${text}`) }),
}))
vi.mock("@/components/providers/session", () => ({ useSessionStore: () => ({ getState: () => ({ reload: world.reload }) }) }))
vi.mock("@/components/providers/settings", () => ({ useSettings: () => ({ system: { credit_name: world.credit } }) }))

const notYet = { ok: true, status: 200, data: { id: 0, award: 0 } }
const signed = { ok: true, status: 200, data: { id: 3, award: 5 } }
const button = () => screen.getByRole<HTMLButtonElement>("button")

beforeEach(() => {
  world.api.mockReset()
  world.reload.mockReset()
  world.said.length = 0
  world.credit = "魔豆"
})

describe("the sign-in of today", () => {
  it("asks when it appears, signs once, and refreshes the person", async () => {
    world.api.mockResolvedValueOnce(notYet).mockResolvedValueOnce(signed)
    const onSigned = vi.fn()
    render(<SignInButton onSigned={onSigned} />)
    await waitFor(() => expect(world.api).toHaveBeenCalledWith("GET /user/sign"))
    expect(button().textContent).toBe("每日签到")
    fireEvent.click(button())
    await waitFor(() => expect(button().textContent).toBe("今日已签到"))
    expect(button().disabled).toBe(true)
    expect(world.said).toEqual(["签到成功，获得 5 魔豆奖励"])
    expect(world.reload).toHaveBeenCalledTimes(1)
    expect(onSigned).toHaveBeenCalledTimes(1)
  })

  it("names the site's own unit", async () => {
    world.credit = "积分"
    world.api.mockResolvedValue(signed)
    render(<SignInButton signed={false} />)
    fireEvent.click(button())
    await waitFor(() => expect(world.said).toEqual(["签到成功，获得 5 积分奖励"]))
  })

  it("is done when the server says so", async () => {
    world.api.mockResolvedValue(signed)
    render(<SignInButton />)
    await waitFor(() => expect(button().disabled).toBe(true))
  })

  it("does not ask what the page knows", () => {
    render(<SignInButton signed />)
    expect(button().textContent).toBe("今日已签到")
    expect(world.api).not.toHaveBeenCalled()
  })

  it("signed elsewhere meanwhile: says why and becomes signed", async () => {
    world.api.mockResolvedValueOnce({ ok: false, status: 409, message: "您今天已经签到过了" }).mockResolvedValueOnce(signed)
    render(<SignInButton signed={false} />)
    fireEvent.click(button())
    await waitFor(() => expect(button().disabled).toBe(true))
    expect(world.said).toEqual(["! 您今天已经签到过了"])
    expect(world.reload).not.toHaveBeenCalled()
  })

  it("a failure leaves it to be tried again", async () => {
    world.api.mockResolvedValue({ ok: false, status: 0, message: "网络没有连上，请检查后重试" })
    render(<SignInButton signed={false} />)
    fireEvent.click(button())
    await waitFor(() => expect(world.said).toEqual(["! 网络没有连上，请检查后重试"]))
    expect(button().textContent).toBe("每日签到")
    expect(button().disabled).toBe(false)
  })
})
