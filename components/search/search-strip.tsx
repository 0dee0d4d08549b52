"use client"

import "@/app/styles/frame.css"
import "@/app/styles/header.css"
import { LoginLink } from "@/components/account/login/login-link"
import { useSession } from "@/components/providers/session"
import { BigSearch } from "@/components/site/big-search"
import { Brand } from "@/components/site/brand"
import { NavAnchor } from "@/components/site/nav-anchor"
import { Icon } from "@/components/ui/icon"
import { Link } from "@/components/ui/link"
import type { NavigationNode } from "@/lib/view/navigation-tree"
import { paths } from "@/lib/domain/path"
import type { SearchKind } from "@/lib/view/list/search-href"

/** `isCut`: more was typed than is looked for. */
export type Asked = { wd: string; type: SearchKind; isCut: boolean }
type Props = { asked: Asked; navigation: NavigationNode[]; system: { sitename: string; logo: string } }

/** The result page has no header: a line of links and a sticky strip with the search. */
export const SearchStrip = ({ asked, navigation, system }: Props) => (
  <>
    <div className="slim">
      <nav className="wrap" aria-label="主导航">
        {navigation.map((item) => (
          <NavAnchor key={item.id} item={item} />
        ))}
        <span className="end">
          <Link href={paths.upload}>上传文档</Link>
          <Person />
        </span>
      </nav>
    </div>
    <header className="strip">
      <div className="wrap">
        <Brand system={system} />
        <Link className="ib phone-only" href={paths.home} aria-label="返回首页">
          <Icon name="back" />
        </Link>
        <BigSearch key={`${asked.type}:${asked.wd}`} wd={asked.wd} type={asked.type} clearable large={false} />
      </div>
    </header>
  </>
)

const Person = () => {
  const user = useSession((state) => state.user)
  return user ? <Link href={paths.me}>{user.username}</Link> : <LoginLink className="anonymous-only">登录账户</LoginLink>
}
