"use client"

import { Stats } from "@/components/admin/dashboard/stats"
import { QuickLinks } from "@/components/admin/dashboard/quick-links"

/** The numbers of the site and the way to work. */
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
