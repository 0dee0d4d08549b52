"use client"

import { Icon } from "@/components/ui/icon"
import { useReport } from "./use-report"

/** 举报文档, below the facts; not for the user's own documents. */
export const ReportButton = () => {
  const { mine, report } = useReport()
  return (
    <button type="button" className="more report" hidden={mine} onClick={report}>
      <Icon name="flag" small />
      举报文档
    </button>
  )
}
