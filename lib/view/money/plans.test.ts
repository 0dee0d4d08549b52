import { expect, test } from "vitest"
import { Settings } from "@/lib/contract/site/site"
import { discountText } from "./benefits"
import { soldPlans } from "./plans"

const none = { ...Settings.parse({}).vip, enable_credit_pay: true }
const site = { creditName: "魔豆", exchange: 10 }

test("a plan without a price is not sold", () => expect(soldPlans(none, site)).toEqual([]))

test("a plan shows its prices, its cost per day, and its benefits", () => {
  const year = { year_price: 12_800, year_original_price: 21_600, year_document_discount: 70, year_download: 200, year_times_every_day: 0 }
  const month = {
    month_price: 1_800,
    month_original_price: 1_000,
    month_document_discount: 95,
    month_download: 10,
    month_times_every_day: 3,
  }
  expect(soldPlans({ ...none, ...year, ...month }, site)).toMatchObject([
    {
      type: 0,
      name: "年卡",
      price: "128.00",
      original: "216.00",
      perDay: "0.35",
      inCredits: "1,280 魔豆",
      lines: ["VIP 文档免费下载 200 次", "每天免费下载次数不限", "购买普通文档 7 折", "没有广告"],
    },
    {
      type: 2,
      original: "",
      perDay: "0.58",
      lines: ["VIP 文档免费下载 10 次", "每天最多免费下载 3 次", "购买普通文档 9.5 折", "没有广告"],
    },
  ])
})

test("no price in credits if credits cannot buy a membership", () => {
  const sold = { ...none, year_price: 100 }
  expect(soldPlans({ ...sold, enable_credit_pay: false }, site)[0]!.inCredits).toBe("")
  expect(soldPlans(sold, { ...site, exchange: 0 })[0]!.inCredits).toBe("")
})

test.each([
  [0, "不打折"],
  [100, "不打折"],
  [85, "8.5 折"],
  [70, "7 折"],
  [5, "0.5 折"],
])("%i percent is shown as %s", (discount, text) => expect(discountText(discount)).toBe(text))
