"use client"

import { screenTabs } from "@/components/admin/screen-tabs"
import { ReviewDesk } from "@/components/operations/review/admin/review-desk"
import { ReviewFigures } from "@/components/operations/review/admin/review-figures"

/** The items that wait for a verdict, and the figures of the reviewers. */
export default screenTabs(
  [
    { name: "", label: "审核", Screen: ReviewDesk },
    { name: "figures", label: "统计", Screen: ReviewFigures },
  ],
  "审核台",
)
