"use client"

import { Stats } from "@/components/admin/dashboard/stats"
import { QuickLinks } from "@/components/admin/dashboard/quick-links"

/** The dashboard: the site's totals, waiting work, and links to the screens. */
export default function DashboardPage() {
  return (
    <>
      <div className="adm-h bare">
        <h1>面板</h1>
      </div>
      <Stats />
      <QuickLinks />
    </>
  )
}
