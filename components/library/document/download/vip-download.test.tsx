import { fireEvent, render, screen, waitFor } from "@testing-library/react"
import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { refusal, world } from "@/tests/setup/world"
import { VipType } from "@/lib/contract/money/membership.enums"
// loaded on demand by the button; loaded here first, because transforming it may take longer than a test waits
import "@/components/money/membership/plans-box"
import { VipDownloadButton } from "./vip-download-button"

const card = { type: VipType.year, download: 10, download_used: 3, times: 2 }
const assign = vi.fn()
const press = () => {
  render(<VipDownloadButton id={7} />)
  fireEvent.click(screen.getByRole("button"))
}
const callKeys = () => world.api.mock.calls.map(([key]) => key)

beforeEach(() => {
  assign.mockReset()
  vi.stubGlobal("location", { ...window.location, assign })
  world.enter({ is_vip: true })
})
afterEach(() => vi.unstubAllGlobals())

it("shows users without a membership the plans over the page, and sells one there", async () => {
  world.enter({ is_vip: false })
  world.answer("GET /settings/vip", { enable: true, year_price: 19_900, year_download: 100, year_times_every_day: 5, month_price: 2_500 })
  press()
  const buttons = await screen.findAllByRole("button", { name: /^立即开通/ })
  expect(buttons.map((button) => button.getAttribute("aria-label"))).toEqual(["立即开通年卡", "立即开通月卡"])
  expect(screen.getByText("¥199.00")).toBeTruthy()
  world.answer("GET /order/offer", refusal(401, "请先登录"))
  fireEvent.click(buttons[0]!)
  await waitFor(() => expect(world.router.push).toHaveBeenCalledWith(expect.stringMatching(/^\/login/)))
  expect(callKeys()).toEqual(["GET /settings/vip", "GET /order/offer"])
})

it("says why when no plan can be shown", async () => {
  world.enter({ is_vip: false })
  world.answer("GET /settings/vip", { enable: false })
  press()
  expect((await screen.findByRole("alert")).textContent).toBe("网站没有开通 VIP")
  expect(world.router.push).not.toHaveBeenCalled()
})

it("is not offered to users without a membership where the server names no plans, and stays for members", () => {
  world.set({ capabilities: { absent: ["GET /settings/vip"] } })
  world.enter({ is_vip: false })
  const other = render(<VipDownloadButton id={7} />)
  expect(screen.queryByRole("button")).toBeNull()
  other.unmount()
  world.enter({ is_vip: true })
  render(<VipDownloadButton id={7} />)
  expect(screen.getByRole("button")).toBeTruthy()
})

it("asks a member once, shows the remaining downloads, and opens the file", async () => {
  world.answer("GET /user/vip/active", card)
  world.answer("GET /document/download/vip", { url: "/download/x" })
  press()
  await waitFor(() => expect(assign).toHaveBeenCalledWith("/download/x"))
  expect(world.asked).toEqual(["用会员次数下载"])
  expect(world.question?.content).toMatch(/^你的年卡VIP 还剩 7 次免费下载，每天最多 2 次/)
  expect(world.inputsOf("GET /document/download/vip")).toEqual([{ id: 7 }])
})

it("uses no download without confirmation", async () => {
  world.answer("GET /user/vip/active", card)
  world.agree = false
  press()
  await waitFor(() => expect(world.asked).toHaveLength(1))
  await waitFor(() => expect(screen.getByRole("button").getAttribute("aria-busy")).toBe("false"))
  expect(callKeys()).toEqual(["GET /user/vip/active"])
})

it("shows the server's reason when no downloads are left", async () => {
  world.answer("GET /user/vip/active", { ...card, download_used: 10 })
  world.answer("GET /document/download/vip", refusal(403, "会员的免费下载次数已经用完，可以购买这份文档"))
  press()
  await waitFor(() => expect(world.messages).toEqual(["! 会员的免费下载次数已经用完，可以购买这份文档"]))
  expect(world.asked).toEqual([])
  expect(assign).not.toHaveBeenCalled()
})
