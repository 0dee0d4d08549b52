"use client"

import { usePathname } from "next/navigation"
import { useMemo } from "react"
import { categoriesOf, type FrameLists } from "@/lib/view/category-tree"
import { isCurrent, type NavigationNode } from "@/lib/view/navigation-tree"
import { CategoryCard, SubLinks, type CategoryKind } from "./category-card"
import { HoverCard } from "./hover-card"
import { NavAnchor } from "./nav-anchor"

/** The fixed items show the categories of what they lead to; home leads to both (docs/reference/specification.md 2). */
const kindsOf = (href: string): CategoryKind[] =>
  href === "/" ? ["document", "article"] : href === "/category" ? ["document"] : href === "/article" ? ["article"] : []

/** What a card shows; drawn when it opens. */
const Cards = ({ kinds, lists }: { kinds: CategoryKind[]; lists: FrameLists }) => {
  const categories = useMemo(() => categoriesOf(lists), [lists])
  return kinds.map((kind) => <CategoryCard key={kind} categories={categories[kind]} kind={kind} />)
}

type Props = { items: NavigationNode[]; lists: FrameLists }

export const NavLinks = ({ items, lists }: Props) => {
  const pathname = usePathname()
  return (
    <nav className="nav" aria-label="主导航">
      {items.map((item) => {
        const shown = kindsOf(item.href).filter((kind) => lists[kind])
        const current = isCurrent(item.href, pathname)
        if (shown.length > 0)
          return (
            <HoverCard key={item.id} label={`${item.title}的分类`} anchor={<NavAnchor item={item} current={current} more />}>
              <Cards kinds={shown} lists={lists} />
            </HoverCard>
          )
        if (item.children.length > 0)
          return (
            <HoverCard key={item.id} label={item.title} narrow delay={120} anchor={<NavAnchor item={item} current={current} more />}>
              <SubLinks items={item.children} />
            </HoverCard>
          )
        return <NavAnchor key={item.id} item={item} current={current} />
      })}
    </nav>
  )
}
