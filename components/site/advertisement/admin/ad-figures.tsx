import type { Advertisement } from "@/lib/contract/types"

type Figures = Pick<Advertisement, "impressions" | "clicks" | "impressions_b" | "clicks_b" | "content_b">

const share = (clicks: number, impressions: number): string => (impressions ? `${((100 * clicks) / impressions).toFixed(1)}%` : "")

/** Impressions or clicks; with two contents one figure for each, clicks with their share of the impressions. */
export const AdFigures = ({ row, of }: { row: Figures; of: "impressions" | "clicks" }) => {
  const figure = (b: "" | "_b") => {
    const value = row[`${of}${b}`]
    const part = of === "clicks" ? share(value, row[`impressions${b}`]) : ""
    return `${value}${part && `（${part}）`}`
  }
  return <span className="num">{row.content_b ? `甲 ${figure("")} · 乙 ${figure("_b")}` : figure("")}</span>
}
