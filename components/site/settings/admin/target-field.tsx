"use client"

import { useSearchParams } from "next/navigation"
import { useEffect } from "react"
import type { Config } from "@/lib/contract/types"
import { nameOf } from "./values"

type Props = { rows: readonly Config[]; target: string; onFind: (row: Config) => void }

const inputs = "input:not([type=file]), textarea, button"

/**
 * Brings the setting that `?field=` names into view and focuses it. If its group is not displayed (an SMS platform that is not selected), the
 * first setting of the screen is shown, which selects the group. The parameter is removed, so that the same setting can be opened again.
 */
export const TargetField = ({ rows, target, onFind }: Props) => {
  const field = useSearchParams().get("field")
  useEffect(() => {
    const row = field ? rows.find((one) => nameOf(one) === field) : undefined
    if (row) onFind(row)
  }, [field, rows, onFind])
  useEffect(() => {
    if (!field || target !== field) return
    const item = document.querySelector<HTMLElement>(".adm-fields .target") ?? document.querySelector<HTMLElement>(".adm-fields > *")
    item?.scrollIntoView?.({ block: "center" })
    item?.querySelector<HTMLElement>(inputs)?.focus({ preventScroll: true })
    const address = new URL(window.location.href)
    address.searchParams.delete("field")
    window.history.replaceState(null, "", address.pathname + address.search)
  }, [field, target])
  return null
}
