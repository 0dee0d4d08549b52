import { render, screen } from "@testing-library/react"
import { beforeEach, expect, it } from "vitest"
import { world } from "@/tests/setup/world"
import { Tabs } from "@/components/people/account/me/tabs"
import { Offered, OfferedLink } from "./offered-link"

beforeEach(() => world.set({ capabilities: { absent: ["GET /user/vip", "GET /document/recycle own"] } }))

it("a link is there if its page is", () => {
  render(
    <>
      <OfferedLink href="/me/vip">我的VIP</OfferedLink>
      <OfferedLink href="/me/order" className="bt">
        我的订单
      </OfferedLink>
      <Offered href="/me/vip">会员的说明</Offered>
    </>,
  )
  expect(screen.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href"), link.className])).toEqual([
    ["我的订单", "/me/order", "bt"],
  ])
  expect(screen.queryByText("会员的说明")).toBeNull()
})

it("a tab is there if its page is", () => {
  render(
    <Tabs
      label="我的上传"
      tabs={[
        { label: "文档", href: "/me/document", current: true },
        { label: "回收站", href: "/me/document?tab=recycle", current: false },
      ]}
    />,
  )
  expect(screen.getAllByRole("link").map((link) => link.textContent)).toEqual(["文档"])
})
