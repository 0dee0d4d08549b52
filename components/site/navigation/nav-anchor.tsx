import { Icon } from "@/components/ui/icon"
import { Link } from "@/components/ui/link"
import { isExternal, type NavigationNode } from "@/lib/view/site/navigation-tree"

type Props = { item: NavigationNode; current?: boolean; more?: boolean; className?: string }

/** One entry of the navigation; http(s) addresses leave the site. */
export const NavAnchor = ({ item, current = false, more = false, className }: Props) => {
  const style = item.color ? { color: item.color } : undefined
  const inner = (
    <>
      {item.title}
      {more ? <Icon name="down" small /> : null}
    </>
  )
  if (isExternal(item.href))
    return (
      <a href={item.href} className={className} style={style} title={item.title} target={item.target || "_blank"} rel="noopener noreferrer">
        {inner}
      </a>
    )
  return (
    <Link
      href={item.href || "/"}
      className={className}
      style={style}
      title={item.title}
      target={item.target || undefined}
      aria-current={current ? "page" : undefined}
    >
      {inner}
    </Link>
  )
}
