"use client"

import { usePathname } from "next/navigation"
import type { CategoryNode } from "@/lib/view/category-tree"
import { isCurrent, type NavigationNode } from "@/lib/view/navigation-tree"
import { CategoryCard, SubLinks } from "./category-card"
import { HoverCard } from "./hover-card"
import { NavAnchor } from "./nav-anchor"

type Props = { items: NavigationNode[]; documents: CategoryNode[]; articles: CategoryNode[] }

export const NavLinks = ({ items, documents, articles }: Props) => {
  const pathname = usePathname()
  return (
    <nav className="nav" aria-label="主导航">
      {items.map((item) => {
        const categories = item.href === "/category" ? documents : item.href === "/article" ? articles : []
        const current = isCurrent(item.href, pathname)
        if (categories.length > 0)
          return (
            <HoverCard key={item.id} label={`${item.title}的分类`} anchor={<NavAnchor item={item} current={current} more />}>
              <CategoryCard categories={categories} kind={item.href === "/article" ? "article" : "document"} />
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
