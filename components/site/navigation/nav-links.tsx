"use client"

import { usePagePath } from "@/components/providers/page-path"
import type { MenuLists } from "@/lib/view/library/category-tree"
import type { HeaderItem } from "@/lib/view/site/navigation-fit"
import { currentItem } from "@/lib/view/site/navigation-tree"
import type { CategoryKind } from "../../library/category/category-card"
import { HoverCard } from "../../ui/hover-card"
import { NavAnchor } from "./nav-anchor"

/** The fixed items show the categories of the pages they link to; home shows both kinds (docs/reference/specification.md 2). */
const kindsOf = (href: string): CategoryKind[] =>
  href === "/" ? ["document", "article"] : href === "/category" ? ["document"] : href === "/article" ? ["article"] : []

/** The cards are loaded when the pointer or the keyboard focus approaches. */
const cards = () => import("./nav-cards")

/** The item that contains those that do not fit (`lib/view/site/navigation-fit.ts`). */
const more = { id: 0, title: "更多", href: "", target: "", color: "", children: [] }

type Props = { items: HeaderItem[]; lists: MenuLists }

export const NavLinks = ({ items, lists }: Props) => {
  const current = currentItem(items, usePagePath())
  const overflow = items.filter(({ fit }) => fit)
  return (
    <nav className="nav" aria-label="主导航">
      {items.map((item) => {
        const kinds = kindsOf(item.href).filter((kind) => lists[kind])
        const anchor = { item, current: item.id === current, className: "nav-top" }
        const hover = { className: item.fit, label: item.title }
        if (kinds.length > 0)
          return (
            <HoverCard
              key={item.id}
              {...hover}
              label={`${item.title}的分类`}
              anchor={() => <NavAnchor {...anchor} more />}
              load={async () => (await cards()).categoryCards(kinds)}
            />
          )
        if (item.children.length > 0)
          return (
            <HoverCard
              key={item.id}
              {...hover}
              narrow
              delay={120}
              anchor={(open) => <NavAnchor {...anchor} more open={open} />}
              load={async () => (await cards()).linkList(item.children, current)}
            />
          )
        return <NavAnchor key={item.id} {...anchor} className={`nav-top ${item.fit}`} />
      })}
      {overflow.length > 0 ? (
        <div className="nav-more">
          <HoverCard
            className={overflow[overflow.length - 1]!.fit}
            label="更多"
            narrow
            delay={120}
            anchor={(open) => (
              <>
                <NavAnchor item={more} className="nav-top" more open={open} />
                {overflow.map(({ id, fit }) => (id === current ? <i key={id} className={fit} /> : null))}
              </>
            )}
            load={async () => (await cards()).linkList(overflow, current)}
          />
        </div>
      ) : null}
    </nav>
  )
}
