"use client"

import "@/app/styles/admin-host.css"
import { DeviceCard } from "@/components/admin/dashboard/device-card"
import { EnvironmentCard } from "@/components/admin/dashboard/environment-card"
import { ReleaseCard } from "@/components/admin/dashboard/release-card"
import { Stats } from "@/components/admin/dashboard/stats"
import { QuickLinks } from "@/components/admin/dashboard/quick-links"

/** The dashboard: the site's totals, waiting work, links to the screens, the machine and its programs, the version. */
export default function DashboardPage() {
  return (
    <>
      <div className="adm-h bare">
        <h1>面板</h1>
      </div>
      <Stats />
      <QuickLinks />
      <div className="adm-host">
        <DeviceCard />
        <ReleaseCard />
        <EnvironmentCard />
      </div>
    </>
  )
}
