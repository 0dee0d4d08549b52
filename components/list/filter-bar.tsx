"use client"

import { useCallback, useState } from "react"
import { Dialog } from "@/components/ui/dialog"
import { Icon } from "@/components/ui/icon"
import { Link } from "@/components/ui/link"
import type { Facet } from "@/lib/view/list/list-filters"

/** Phones: one pill per filter, labelled with its choice; each opens a sheet. */
export const FilterBar = ({ facets }: { facets: Facet[] }) => {
  const [shown, setShown] = useState<Facet | null>(null)
  const close = useCallback(() => setShown(null), [])
  return (
    <div className="fbar" role="group" aria-label="筛选">
      {facets.map((facet) => {
        const current = facet.options.find((option) => option.current && option.value !== "")
        return (
          <button
            key={facet.name}
            type="button"
            className={current ? "bt on" : "bt"}
            aria-haspopup="dialog"
            onClick={() => setShown(facet)}
          >
            {current ? current.label : facet.title.replace("文档", "")}
            <Icon name="down" small />
          </button>
        )
      })}
      <Dialog open={shown !== null} onClose={close} label={shown?.title ?? "筛选"} className="sheet-dialog">
        {shown ? <Choices facet={shown} /> : null}
      </Dialog>
    </div>
  )
}

const Choices = ({ facet }: { facet: Facet }) => (
  <div className="sheet-panel">
    <h2>{facet.title}</h2>
    {facet.options.map((option) => (
      <Link key={option.value} href={option.href} aria-current={option.current ? "true" : undefined}>
        {option.label}
        {option.current ? <Icon name="check" small /> : null}
      </Link>
    ))}
  </div>
)
