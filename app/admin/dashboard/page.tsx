"use client"

import { Suspense } from "react"
import { Overview } from "@/components/admin/dashboard/overview"

/** The dashboard; its address holds the chosen days. */
export default function DashboardPage() {
  return (
    <Suspense>
      <Overview />
    </Suspense>
  )
}
