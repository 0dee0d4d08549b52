import { Icon } from "@/components/ui/icon"
import { Link } from "@/components/ui/link"
import { chosenIn, type Facet } from "@/lib/view/library/list/list-filters"
import { Count } from "./filter-bar"

/** Filters that are always open; the others are behind 更多筛选, unless one of them is chosen. */
const open = 3

const FacetGroup = ({ facet }: { facet: Facet }) => (
  <div className="facet">
    <h2>{facet.title}</h2>
    {facet.options.map((option) => (
      <Link key={option.value} href={option.href} aria-current={option.current ? "true" : undefined}>
        <span>{option.label}</span>
        <Count of={option.count} />
      </Link>
    ))}
  </div>
)

/** The column of filters: every option is a link, so the URL holds the state. */
export const Facets = ({ facets }: { facets: Facet[] }) => {
  const more = facets.slice(open)
  return (
    <aside className="lcol" aria-label="筛选">
      {facets.slice(0, open).map((facet) => (
        <FacetGroup key={facet.name} facet={facet} />
      ))}
      {more.length > 0 ? (
        <details className="facet-more" open={more.some(chosenIn)}>
          <summary>
            更多筛选
            <Icon name="down" small />
          </summary>
          {more.map((facet) => (
            <FacetGroup key={facet.name} facet={facet} />
          ))}
        </details>
      ) : null}
    </aside>
  )
}
