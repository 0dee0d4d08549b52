"use client"

import { usePathname, useSearchParams } from "next/navigation"
import { Suspense, type ComponentType } from "react"
import { Link } from "@/components/ui/link"
import type { Right } from "@/lib/contract/types"
import { useMay } from "../providers/use-may"

/** One of several screens at the same path; `name` is its `?tab=` parameter. Without `right` every staff member sees it. */
export type ScreenTab = { name: string; label: string; right?: Right; Screen: ComponentType }

/**
 * Builds a page from several screens. It displays the selected one of those that the user may see; a single screen has no tabs.
 */
export const screenTabs = (tabs: readonly [ScreenTab, ...ScreenTab[]], label: string) =>
  function AdminScreenTabs() {
    return (
      <Suspense>
        <TabView tabs={tabs} label={label} />
      </Suspense>
    )
  }

const TabView = ({ tabs, label }: { tabs: readonly [ScreenTab, ...ScreenTab[]]; label: string }) => {
  const path = usePathname()
  const requestedTab = useSearchParams().get("tab") ?? ""
  const may = useMay()
  const visible = tabs.filter(({ right }) => !right || may(right))
  const chosen = visible.find(({ name }) => name === requestedTab) ?? visible[0] ?? tabs[0]
  return (
    <>
      {visible.length > 1 && (
        <nav className="adm-tabs" aria-label={label}>
          {visible.map((tab) => (
            <Link
              key={tab.name}
              href={tab === tabs[0] ? path : `${path}?tab=${tab.name}`}
              aria-current={tab === chosen ? "page" : undefined}
            >
              {tab.label}
            </Link>
          ))}
        </nav>
      )}
      <chosen.Screen key={chosen.name} />
    </>
  )
}
