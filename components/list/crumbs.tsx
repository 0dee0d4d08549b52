import { Icon } from "@/components/ui/icon"
import { Link } from "@/components/ui/link"

export type Crumb = { label: string; href: string }

/** Breadcrumbs. The last one is the page itself, without a link. */
export const Crumbs = ({ items }: { items: Crumb[] }) => (
  <nav aria-label="当前位置">
    <ol className="crumb">
      {items.map((item, at) => (
        <li key={item.href}>
          {at > 0 ? <Icon name="next" /> : null}
          {at < items.length - 1 ? <Link href={item.href}>{item.label}</Link> : <span aria-current="page">{item.label}</span>}
        </li>
      ))}
    </ol>
  </nav>
)
