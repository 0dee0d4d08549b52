import { Fragment } from "react"
import { count } from "@/lib/rules/format"
import { pageNumbers } from "@/lib/view/library/list/page-numbers"
import { hrefOf, type ListQuery } from "@/lib/view/library/list/query"
import { Icon } from "./icon"
import { Link } from "./link"

type Props = { path: string; query: ListQuery; page: number; size: number; total: number; unit?: string; max?: number }

/** The pages of a list as links; the state is in the URL. Renders nothing if one page is enough. */
export const Pager = ({ path, query, page, size, total, unit = "条", max = 1000 }: Props) => {
  const last = Math.min(max, Math.ceil(total / size))
  if (last < 2) return null
  const to = (target: number) => hrefOf(path, { ...query, page: target > 1 ? target : undefined })
  return (
    <nav className="pager" aria-label="分页">
      <span className="t">
        共 {count(total)} {unit}
      </span>
      {page > 1 ? (
        <Link href={to(page - 1)} rel="prev" aria-label="上一页">
          <Icon name="back" small />
        </Link>
      ) : null}
      {pageNumbers(page, last).map((number, at, all) => (
        <Fragment key={number}>
          {at > 0 && number - (all[at - 1] ?? 0) > 1 ? <span className="e hide-p">⋯</span> : null}
          <Link
            href={to(number)}
            className={Math.abs(number - page) > 1 && number !== 1 && number !== last ? "hide-p" : undefined}
            aria-current={number === page ? "page" : undefined}
            aria-label={`第 ${number} 页`}
          >
            {number}
          </Link>
        </Fragment>
      ))}
      {page < last ? (
        <Link href={to(page + 1)} rel="next" aria-label="下一页">
          <Icon name="next" small />
        </Link>
      ) : null}
      {last > 7 ? <Jumper path={path} query={query} last={last} /> : null}
    </nav>
  )
}

/** A plain form: works without script, and preserves the other conditions of the list. */
const Jumper = ({ path, query, last }: { path: string; query: ListQuery; last: number }) => (
  <form noValidate className="j" action={path} method="get">
    {Object.entries(query).map(([name, value]) =>
      value === undefined || value === "" || name === "page" ? null : <input key={name} type="hidden" name={name} value={value} />,
    )}
    <label htmlFor="jump">跳至</label>
    <span className="in">
      <input id="jump" name="page" inputMode="numeric" maxLength={String(last).length} autoComplete="off" />
    </span>
    页
  </form>
)
