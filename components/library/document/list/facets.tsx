import { Link } from "@/components/ui/link"
import type { Facet } from "@/lib/view/library/list/list-filters"
import { Count } from "./filter-bar"

/** The column of filters: every option is a link, so the URL holds the state. */
export const Facets = ({ facets }: { facets: Facet[] }) => (
  <aside className="lcol" aria-label="筛选">
    {facets.map((facet) => (
      <div key={facet.name} className="facet">
        <h2>{facet.title}</h2>
        {facet.options.map((option) => (
          <Link key={option.value} href={option.href} aria-current={option.current ? "true" : undefined}>
            <span>{option.label}</span>
            <Count of={option.count} />
          </Link>
        ))}
      </div>
    ))}
  </aside>
)
