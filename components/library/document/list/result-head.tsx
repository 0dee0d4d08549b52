import { MoreIcon } from "@/components/ui/more-icon"
import { Link } from "@/components/ui/link"
import type { Chosen, Facet } from "@/lib/view/library/list/list-filters"

/** The line above a list: the total, sort orders as links, and with `looks` the switch of `list-look.tsx`. */
export const ResultHead = ({ text, sort, looks = false }: { text: string; sort: Facet; looks?: boolean }) => (
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
    {looks ? (
      <span className="look" role="group" aria-label="展示方式">
        <button type="button" data-look-as="shelf">
          书架
        </button>
        <button type="button" data-look-as="list">
          列表
        </button>
      </span>
    ) : null}
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
