"use client"

import { useEffect, useState } from "react"
import { count } from "@/lib/rules/format"
import type { CrudEntry } from "./entity"
import type { SavedView } from "./offered"
import type { Crud } from "./use-crud"

const same = (a: Record<string, string[]>, b: Record<string, string[]>): boolean => {
  const plain = (filters: Record<string, string[]>) =>
    JSON.stringify(
      Object.entries(filters)
        .filter(([, values]) => values.length > 0)
        .toSorted(([one], [other]) => one.localeCompare(other)),
    )
  return plain(a) === plain(b)
}

type Props = { views: readonly SavedView[]; crud: Pick<Crud<CrudEntry>, "read" | "rows" | "state" | "change">; label: string }

/** Buttons that set frequently used filters; `counted` ones show the number of matching rows. */
export const SavedViews = ({ views, crud, label }: Props) => {
  const [totals, setTotals] = useState<Record<string, number>>({})
  const { read, rows, state } = crud
  useEffect(() => {
    let alive = true
    // `rows` is a dependency: every reload of the list refreshes the counts
    for (const view of views.filter((one) => one.counted))
      void read({ ...view.filters, page: 1, size: 1 }).then(
        (reply) => alive && reply.ok && setTotals((before) => ({ ...before, [view.label]: reply.data.total })),
      )
    return () => {
      alive = false
    }
  }, [views, read, rows])
  return (
    <nav className="adm-views" aria-label={`${label}的常用筛选`}>
      {views.map((view) => (
        <button
          key={view.label}
          type="button"
          aria-pressed={state.wd === "" && same(state.filters, view.filters)}
          onClick={() => crud.change({ page: 1, wd: "", filters: view.filters })}
        >
          {view.label}
          {totals[view.label] ? <b className="num">{count(totals[view.label]!)}</b> : null}
        </button>
      ))}
    </nav>
  )
}
