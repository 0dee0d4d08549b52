import type { Tab } from "@/components/people/account/me/tabs"
import { paths } from "@/lib/rules/path"

/** Returns the tabs of the activity list and the credit list. */
export const creditTabs = (creditName: string, current: "dynamic" | "credit"): Tab[] => [
  { href: paths.me, label: "我的动态", current: current === "dynamic" },
  { href: paths.myCredits, label: `${creditName}明细`, current: current === "credit" },
]
