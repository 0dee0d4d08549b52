import "@/app/styles/frame.css"
import "@/app/styles/header.css"
import { Icon } from "@/components/ui/icon"
import { Link } from "@/components/ui/link"
import { paths } from "@/lib/domain/path"
import { frameCategories } from "@/lib/view/category-tree"
import { Brand } from "./brand"
import { HeaderSearch } from "./header-search"
import { MobileDrawer } from "./mobile-drawer"
import { NavLinks } from "./nav-links"
import type { Shell } from "./read-site-frame"
import { ThemeSwitch } from "./theme-switch"
import { UserMenu } from "./user-menu"

/** The header, 60 px (phone 52). Only the two islands at its end depend on the visitor. */
export const Header = ({ shell }: { shell: Shell }) => {
  // the same objects for both islands: they are sent once
  const lists = { items: shell.navigation, documents: frameCategories(shell.documents), articles: frameCategories(shell.articles) }
  return (
    <header className="hd">
      <div className="wrap">
        <Brand system={shell.settings.system} />
        <NavLinks {...lists} />
        <HeaderSearch many={shell.navigation.length > 3} />
        <div className="hd-end">
          <Link className="bt desk-only" href={paths.upload}>
            <Icon name="upload" small />
            上传文档
          </Link>
          <ThemeSwitch />
          <UserMenu />
          <Link className="ib phone-only" href="/search" aria-label="搜索">
            <Icon name="search" />
          </Link>
          <MobileDrawer {...lists} />
        </div>
      </div>
    </header>
  )
}
