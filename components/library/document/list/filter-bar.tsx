import { Icon } from "@/components/ui/icon"
import { MoreIcon } from "@/components/ui/more-icon"
import { Link } from "@/components/ui/link"
import { count } from "@/lib/rules/format"
import { chosenIn, type Facet } from "@/lib/view/library/list/list-filters"

/**
 * On phones: one pill per filter, labelled with its selection; each opens a sheet. It uses the native popover, so it works without
 * JavaScript.
 */
export const FilterBar = ({ facets }: { facets: Facet[] }) => (
  <div className="fbar" role="group" aria-label="筛选">
    {facets.map((facet) => {
      const chosen = chosenIn(facet)
      const id = `filter-${facet.name}`
      return (
        // the key makes a new selection a new element, which closes its sheet
        <span key={`${facet.name}:${chosen?.value ?? ""}`}>
          <button type="button" className={chosen ? "bt on" : "bt"} popoverTarget={id} aria-haspopup="dialog">
            {chosen ? chosen.label : facet.title.replace("文档", "")}
            <Icon name="down" small />
          </button>
          <div id={id} popover="auto" className="sheet-panel" role="dialog" aria-label={facet.title}>
            <h2>{facet.title}</h2>
            {facet.options.map((option) => (
              <Link key={option.value} href={option.href} aria-current={option.current ? "true" : undefined}>
                {option.label}
                {option.current ? <MoreIcon name="check" small /> : <Count of={option.count} />}
              </Link>
            ))}
          </div>
        </span>
      )
    })}
  </div>
)

export const Count = ({ of }: { of: number | undefined }) => (of === undefined ? null : <small>{count(of)}</small>)
