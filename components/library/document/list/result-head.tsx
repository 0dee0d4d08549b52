import { MoreIcon } from "@/components/ui/more-icon"
import { Link } from "@/components/ui/link"
import type { Chosen, Facet } from "@/lib/view/library/list/list-filters"

/** The line above a list: the total, and sort orders as links. */
export const ResultHead = ({ text, sort }: { text: string; sort: Facet }) => (
  <div className="res-h">
    <span className="num">{text}</span>
    <nav className="end" aria-label="排序">
      <MoreIcon name="sort" small />
      {sort.options.map((option) => (
        <Link key={option.value} href={option.href} aria-current={option.current ? "true" : undefined}>
          {option.label}
        </Link>
      ))}
    </nav>
  </div>
)

/** The active filters, each with a link that removes it. */
export const Chips = ({ chosen, cleared }: { chosen: Chosen[]; cleared: string }) =>
  chosen.length > 0 ? (
    <div className="chips">
      {chosen.map((one) => (
        <Link key={one.label} className="chip" href={one.href} aria-label={`去掉${one.label}`}>
          {one.label}
          <MoreIcon name="close" small />
        </Link>
      ))}
      <Link className="more" href={cleared}>
        清除所有筛选
      </Link>
    </div>
  ) : null
