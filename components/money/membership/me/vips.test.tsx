import { render, screen } from "@testing-library/react"
import { expect, it } from "vitest"
import "@/tests/setup/world"
import { UserVip } from "@/lib/contract/money/order"
import { Vips } from "./vips"

const now = new Date("2026-11-22T04:00:00Z").getTime()
const card = (id: number, joined_at: string, expired_at: string, more = {}) =>
  UserVip.parse({ id, type: 0, discount: 85, download: 4, download_used: 1, joined_at, expired_at, ...more })

it("cards show whether they are active, waiting or expired, their benefits, and their order", () => {
  render(
    <Vips
      now={now}
      cards={[
        card(1, "2026-11-01T00:00:00Z", "2027-11-01T00:00:00Z", { order_no: "20261101", times: 2 }),
        card(2, "2027-11-01T00:00:00Z", "2028-10-31T00:00:00Z", { discount: 0 }),
        card(3, "2024-11-01T00:00:00Z", "2025-11-01T00:00:00Z"),
      ]}
    />,
  )
  const [used, waiting, over] = screen.getAllByRole("listitem").map((row) => row.textContent)
  expect(used).toContain("生效中")
  expect(used).toContain("普通文档8.5 折")
  expect(used).toContain("专享下载 1 / 4 次每天 2 次")
  expect(waiting).toContain("待生效")
  expect(waiting).toContain("普通文档不打折")
  expect(over).toContain("已过期")
  expect(screen.getByRole("link", { name: "20261101" }).getAttribute("href")).toBe("/order?order_no=20261101")
})
