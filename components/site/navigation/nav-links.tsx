"use client"

import { usePagePath } from "@/components/providers/page-path"
import type { MenuLists } from "@/lib/view/library/category-tree"
import { isCurrent, type NavigationNode } from "@/lib/view/site/navigation-tree"
import { CategoryCard, type CategoryKind } from "../../library/category/category-card"
import { HoverCard } from "../../ui/hover-card"
import { NavAnchor } from "./nav-anchor"
import { loadMenuCategories, useMenuCategories } from "../../library/category/use-menu-categories"

/** The fixed items show the categories of the pages they link to; home shows both kinds (docs/reference/specification.md 2). */
const kindsOf = (href: string): CategoryKind[] =>
  href === "/" ? ["document", "article"] : href === "/category" ? ["document"] : href === "/article" ? ["article"] : []

/** The content of a card: loaded when the pointer comes near, rendered when the card opens. */
const Cards = ({ kinds }: { kinds: CategoryKind[] }) => {
  const { categories, failed } = useMenuCategories()
  if (categories) return kinds.map((kind) => <CategoryCard key={kind} categories={categories[kind]} kind={kind} />)
  return (
    <p className="pop-note" role="status">
      {failed ? "分类没有读到，请稍后再试。" : "正在读取分类…"}
    </p>
  )
}

/** The items of a second level, as a list. */
const SubLinks = ({ items }: { items: NavigationNode[] }) => (
  <div className="pop-list">
    {items.map((item) => (
      <NavAnchor key={item.id} item={item} />
    ))}
  </div>
)

type Props = { items: NavigationNode[]; lists: MenuLists }

export const NavLinks = ({ items, lists }: Props) => {
  const pathname = usePagePath()
  return (
    <nav className="nav" aria-label="主导航">
      {items.map((item) => {
        const visibleKinds = kindsOf(item.href).filter((kind) => lists[kind])
        const current = isCurrent(item.href, pathname)
        if (visibleKinds.length > 0)
          return (
            <HoverCard
              key={item.id}
              label={`${item.title}的分类`}
              anchor={<NavAnchor item={item} current={current} more />}
              onNear={loadMenuCategories}
            >
              <Cards kinds={visibleKinds} />
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
