import type { Config } from "@/lib/contract/types"

/** Checks for a setting that the wire carries in 分: the prices of memberships (docs/reference/api.md 6.9). */
export const isMoney = ({ category, name }: Pick<Config, "category" | "name">): boolean => category === "vip" && name.endsWith("_price")

/** The label and hint of a price for staff, who think in yuan. */
export const inYuan = ({ label, placeholder }: Pick<Config, "label" | "placeholder">): { label: string; placeholder: string } => ({
  label: label.replace("（分）", "（元）"),
  placeholder: placeholder.replace("1990 是 19.90 元", "例如 19.90"),
})
