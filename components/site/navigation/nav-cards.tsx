"use client"

import type { ReactNode } from "react"
import type { NavigationNode } from "@/lib/view/site/navigation-tree"
import { CategoryCard, type CategoryKind } from "../../library/category/category-card"
import { loadMenuCategories } from "../../library/category/use-menu-categories"
import { NavAnchor } from "./nav-anchor"

/** Returns the categories of these kinds, once they are loaded. Of both kinds only the first level: each kind has a card of its own. */
export const categoryCards = async (kinds: CategoryKind[]): Promise<ReactNode> => {
  const categories = await loadMenuCategories()
  const flat = kinds.length > 1
  if (categories) return kinds.map((kind) => <CategoryCard key={kind} categories={categories[kind]} kind={kind} flat={flat} />)
  return (
    <p className="pop-note" role="status">
      分类没有读到，请稍后再试。
    </p>
  )
}

type ListItem = NavigationNode & { fit?: string }

/** Returns a list of items, each with its children below it. `fit` hides an item where the header itself displays it. */
export const linkList = (items: ListItem[], current: number | undefined): ReactNode => (
  <ul className="pop-list">
    {items.map((item) => (
      <li key={item.id} className={item.fit}>
        <NavAnchor item={item} current={item.id === current} />
        {item.children.length > 0 ? linkList(item.children, current) : null}
      </li>
    ))}
  </ul>
)
