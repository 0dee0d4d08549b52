import { Icon } from "@/components/ui/icon"
import { Link } from "@/components/ui/link"

export type Crumb = { label: string; href: string }

/** Breadcrumbs. The last one is the page itself, without a link; `above`: all of them lead there, and the page's heading says where one is. */
export const Crumbs = ({ items, above = false }: { items: Crumb[]; above?: boolean }) => (
  <nav aria-label="当前位置">
    <ol className="crumb">
      {items.map((item, at) => (
        <li key={item.href}>
          {at > 0 ? <Icon name="next" /> : null}
          {above || at < items.length - 1 ? <Link href={item.href}>{item.label}</Link> : <span aria-current="page">{item.label}</span>}
        </li>
      ))}
    </ol>
  </nav>
)
