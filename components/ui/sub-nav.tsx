import { Icon } from "@/components/ui/icon"
import { Link } from "@/components/ui/link"
import { count } from "@/lib/rules/format"
import type { SubCategories } from "@/lib/view/library/list/sub-categories"

/** Links to subcategories, with the document count of each. */
export const SubNav = ({ sub }: { sub: SubCategories }) => (
  <nav className="rel list-children" aria-label="子分类">
    {sub.before ? (
      <Link className="more" href={sub.before} aria-label="前面的分类">
        <Icon name="back" small />
      </Link>
    ) : null}
    {sub.categories.map((one) => (
      <Link key={one.id} href={one.href} aria-current={one.current ? "true" : undefined}>
        {one.title}
        <small>{count(one.count)}</small>
      </Link>
    ))}
    {sub.after ? (
      <Link className="more" href={sub.after}>
        共 {count(sub.total)} 个，更多
      </Link>
    ) : null}
  </nav>
)
