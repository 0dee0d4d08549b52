import "@/app/styles/frame.css"
import "@/app/styles/header.css"
import { Icon } from "@/components/ui/icon"
import { Link } from "@/components/ui/link"
import { paths } from "@/lib/domain/path"
import { Brand } from "./brand"
import { HeaderSearch } from "./header-search"
import { MobileDrawer } from "./mobile-drawer"
import { NavLinks } from "./nav-links"
import type { Shell } from "./read-site-frame"
import { ThemeSwitch } from "./theme-switch"
import { UserMenu } from "./user-menu"

/** The header, 60 px (phone 52). Only the two islands at its end depend on the visitor. */
export const Header = ({ shell }: { shell: Shell }) => (
  <header className="hd">
    <div className="wrap">
      <Brand system={shell.settings.system} />
      <NavLinks items={shell.navigation} documents={shell.documents} articles={shell.articles} />
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
        <MobileDrawer items={shell.navigation} documents={shell.documents} articles={shell.articles} />
      </div>
    </div>
  </header>
)
