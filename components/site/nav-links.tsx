"use client"

import { usePathname } from "next/navigation"
import type { CategoryNode } from "@/lib/view/category-tree"
import { isCurrent, type NavigationNode } from "@/lib/view/navigation-tree"
import { CategoryCard, SubLinks, type CategoryKind } from "./category-card"
import { HoverCard } from "./hover-card"
import { NavAnchor } from "./nav-anchor"

/** The fixed items show the categories of what they lead to; home leads to both (docs/reference/specification.md 2). */
const kindsOf = (href: string): CategoryKind[] =>
  href === "/" ? ["document", "article"] : href === "/category" ? ["document"] : href === "/article" ? ["article"] : []

type Props = { items: NavigationNode[]; documents: CategoryNode[]; articles: CategoryNode[] }

export const NavLinks = ({ items, documents, articles }: Props) => {
  const pathname = usePathname()
  const categories = { document: documents, article: articles }
  return (
    <nav className="nav" aria-label="主导航">
      {items.map((item) => {
        const shown = kindsOf(item.href).filter((kind) => categories[kind].length > 0)
        const current = isCurrent(item.href, pathname)
        if (shown.length > 0)
          return (
            <HoverCard key={item.id} label={`${item.title}的分类`} anchor={<NavAnchor item={item} current={current} more />}>
              {shown.map((kind) => (
                <CategoryCard key={kind} categories={categories[kind]} kind={kind} />
              ))}
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
