import { render, screen } from "@testing-library/react"
import { expect, it } from "vitest"
import "@/tests/setup/world"
import { RightBar } from "./right-bar"

const bar = (more: object) => render(<RightBar qrcode="" qrcodeTip="" program="" programTip="" contact="" contactTip="" {...more} />)

it("shows the site's QR codes, each with its caption", () => {
  bar({ qrcode: "/wechat.png", qrcodeTip: "关注我们", program: "/program.png", programTip: "豆架小程序" })
  for (const [name, src, tip] of [
    ["微信二维码", "/wechat.png", "关注我们"],
    ["小程序码", "/program.png", "豆架小程序"],
  ] as const) {
    expect(screen.getByRole("button", { name })).toBeTruthy()
    expect(screen.getByRole("img", { name }).getAttribute("src")).toBe(src)
    expect(screen.getByText(tip)).toBeTruthy()
  }
})

it("shows none if the site has no QR codes", () => {
  bar({})
  expect(screen.queryByRole("img")).toBeNull()
})
