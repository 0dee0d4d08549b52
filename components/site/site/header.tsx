"use client"

import type { ReactNode } from "react"
import { Icon } from "@/components/ui/icon"
import { Link } from "@/components/ui/link"
import { paths } from "@/lib/rules/path"
import type { MenuLists } from "@/lib/view/library/category-tree"
import type { HeaderItem } from "@/lib/view/site/navigation-fit"
import { BellLater } from "../../community/notification/bell-later"
import { HeaderSearch } from "../../library/search/header-search"
import { MobileDrawer } from "./mobile-drawer"
import { NavLinks } from "../navigation/nav-links"
import { ThemeSwitch } from "../../ui/theme-switch"
import { UserMenu } from "./user-menu"

/** `brand` is rendered separately because it never changes. */
type Props = { brand: ReactNode; items: HeaderItem[]; lists: MenuLists }

/** The header, 60 px high (52 px on phones). Only the islands at its end depend on the visitor. */
export const Header = ({ brand, items, lists }: Props) => (
  <header className="hd">
    <div className="wrap">
      {brand}
      <NavLinks items={items} lists={lists} />
      <HeaderSearch many={items.length > 3} />
      <div className="hd-end">
        <Link className="bt desk-only" href={paths.upload}>
          <Icon name="upload" small />
          上传文档
        </Link>
        <ThemeSwitch />
        <BellLater />
        <UserMenu />
        <Link className="ib phone-only" href="/search" aria-label="搜索">
          <Icon name="search" />
        </Link>
        <MobileDrawer items={items} />
      </div>
    </div>
  </header>
)
