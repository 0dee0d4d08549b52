"use client"

import { screenTabs } from "@/components/admin/screen-tabs"
import { ConversionQueue } from "@/components/operations/job/admin/conversion-queue"
import { JobScreen } from "@/components/operations/job/admin/job-screen"

/** Jobs by kind with the failed ones, and the queue of conversions. */
export default screenTabs(
  [
    { name: "", label: "任务", Screen: JobScreen },
    { name: "conversion", label: "转换队列", right: "JobAPI/ListConversion", Screen: ConversionQueue },
  ],
  "后台任务",
)
