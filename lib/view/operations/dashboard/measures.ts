import type { DailyMeasure } from "@/lib/contract/operations/daily-count.measures"
import { count, yuan } from "@/lib/rules/format"
import { fen } from "@/lib/rules/money/money"

/** One chart of the dashboard: its label and unit. `money`: the values are in 分. `orders`: only for users who may view orders. */
export type Measure = { name: DailyMeasure; label: string; unit: string; orders?: true; money?: true }

/** In dashboard order; the first one is the large chart by default. */
export const measures: readonly [Measure, ...Measure[]] = [
  { name: "view", label: "浏览", unit: "次" },
  { name: "document", label: "上传的文档", unit: "份" },
  { name: "download", label: "下载", unit: "次" },
  { name: "income", label: "收入", unit: "元", orders: true, money: true },
  { name: "order", label: "新订单", unit: "笔", orders: true },
  { name: "paid", label: "付款的订单", unit: "笔", orders: true },
  { name: "refund", label: "退款", unit: "元", orders: true, money: true },
  { name: "user", label: "新用户", unit: "位" },
  { name: "search", label: "搜索", unit: "次" },
  { name: "conversion", label: "转换", unit: "份" },
  { name: "article", label: "新文章", unit: "篇" },
]

/** Formats a value as "12,846", or money in yuan as "128.46". */
export const valueText = ({ money }: Measure, value: number): string => (money ? yuan(fen(value)) : count(value))

/** Returns the change from the preceding period of the same length: "+12%", "-3%", "持平"; "" if there is nothing to compare with. */
export const changeText = (now: number, before: number): string => {
  if (before === 0) return ""
  const percent = Math.round(((now - before) / before) * 100)
  if (percent === 0) return "持平"
  return `${percent > 0 ? "+" : "-"}${count(Math.abs(percent))}%`
}
