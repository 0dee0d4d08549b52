import type { CSSProperties } from "react"
import { Icon } from "@/components/ui/icon"
import { Link } from "@/components/ui/link"
import { isExternal, lightened, type NavigationNode } from "@/lib/view/site/navigation-tree"

/** `open`: whether the card of an item without an address is open; undefined if it has no card. */
type Props = { item: NavigationNode; current?: boolean; more?: boolean; open?: boolean; className?: string }

/** One entry of the navigation; http(s) addresses leave the site. Without an address it is no link: a button if it opens a card. */
export const NavAnchor = ({ item, current = false, more = false, open, className }: Props) => {
  const { href, title, target } = item
  const style = item.color ? ({ "--tint": item.color, "--tint-dark": lightened(item.color) } as CSSProperties) : undefined
  const attributes = { className, style, title, "data-tint": item.color ? true : undefined }
  const inner = (
    <>
      <span>{title}</span>
      {more ? <Icon name="down" small /> : null}
    </>
  )
  if (!href)
    return open === undefined ? (
      <span {...attributes}>{inner}</span>
    ) : (
      <button type="button" {...attributes} aria-expanded={open}>
        {inner}
      </button>
    )
  if (isExternal(href))
    return (
      <a href={href} {...attributes} target={target || "_blank"} rel="noopener noreferrer">
        {inner}
      </a>
    )
  return (
    <Link href={href} {...attributes} target={target || undefined} aria-current={current ? "page" : undefined}>
      {inner}
    </Link>
  )
}
