"use client"

import dynamic from "next/dynamic"
import { Overview } from "@/components/operations/dashboard/admin/overview"
import { screenTabs } from "@/components/admin/screen-tabs"

/** The audit log with its tables and drawers loads on demand, which keeps the first screen of /admin small. */
const AuditLog = dynamic(() => import("@/components/operations/audit/admin/audit-screen").then(({ AuditScreen }) => AuditScreen))

const Alarms = dynamic(() => import("@/components/operations/alarm/admin/alarm-screen").then(({ AlarmScreen }) => AlarmScreen))

/** The dashboard, which stores the selected date range in its URL, the alarms, and the audit log. */
export default screenTabs(
  [
    { name: "", label: "概览", Screen: Overview },
    { name: "alarm", label: "告警", right: "AlarmAPI/ListAlarm", Screen: Alarms },
    { name: "audit", label: "审计", right: "AuditAPI/ListAudit", Screen: AuditLog },
  ],
  "面板",
)
