import { render, screen, within } from "@testing-library/react"
import { beforeEach, expect, it, vi } from "vitest"
import TransparencyPage from "@/app/(site)/transparency/page"
import { ComplaintYear } from "@/lib/contract/community/complaint"

const backend = vi.hoisted(() => vi.fn())
vi.mock("server-only", () => ({}))
vi.mock("@/lib/api/server", () => ({ serverApi: backend }))
vi.mock("@/components/site/site/read-page-chrome", () => ({ readPageChrome: vi.fn() }))

const years = (...rows: object[]) =>
  backend.mockResolvedValue({ ok: true, status: 200, data: { year: rows.map((row) => ComplaintYear.parse(row)) } })
const show = async () => render(await TransparencyPage())
const figuresOf = (name: string) => {
  const rows = [...within(screen.getByRole("region", { name })).getByRole("heading").parentElement!.querySelectorAll("dl > div")]
  return Object.fromEntries(rows.map((row) => [row.querySelector("dt")!.textContent, row.querySelector("dd")!.textContent]))
}

beforeEach(() => backend.mockReset())

it("each year has its complaints by outcome, and how fast half of them were first decided", async () => {
  years({ year: 2026, received: 1_234, taken_down: 20, dismissed: 5, countered: 3, restored: 1, upheld: 2, open: 4, median_hours: 5.2 })
  await show()
  expect(screen.getByRole("heading", { name: "2026 年" })).toBeTruthy()
  expect(figuresOf("2026 年")).toEqual({
    收到: "1,234",
    下架: "20",
    不成立: "5",
    反通知: "3",
    恢复: "1",
    维持下架: "2",
    处理中: "4",
  })
  expect(screen.getByText("一半的投诉在 6 小时内得到第一次处理。")).toBeTruthy()
})

it("a median below one hour counts as one, and a year without decisions has none", async () => {
  years({ year: 2026, received: 2, dismissed: 1, median_hours: 0.2 }, { year: 2025, received: 1, open: 1 })
  await show()
  expect(screen.getByText("一半的投诉在 1 小时内得到第一次处理。")).toBeTruthy()
  expect(screen.getByText("还没有处理过的投诉。")).toBeTruthy()
})

it("without complaints it says so; a failed request is no empty report", async () => {
  years()
  await show()
  expect(screen.getByText("还没有收到版权投诉。")).toBeTruthy()
  expect(screen.getByRole("link", { name: "版权投诉" }).getAttribute("href")).toBe("/complaint")
  backend.mockResolvedValue({ ok: false, status: 500, message: "服务器出了点问题，请稍后再试" })
  await expect(TransparencyPage()).rejects.toThrow("服务器出了点问题")
})
