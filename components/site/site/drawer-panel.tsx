"use client"

import dynamic from "next/dynamic"
import { LoginLink } from "@/components/people/account/login/login-link"
import { SignInButton } from "@/components/money/sign-in/sign-in-button"
import { usePagePath } from "@/components/providers/page-path"
import { useSession } from "@/components/providers/session"
import { useSettings } from "@/components/providers/settings"
import { Avatar } from "@/components/ui/avatar"
import { Icon } from "@/components/ui/icon"
import { MoreIcon } from "@/components/ui/more-icon"
import { Link } from "@/components/ui/link"
import { count } from "@/lib/rules/format"
import type { CategoryNode } from "@/lib/view/library/category-tree"
import type { NavigationNode } from "@/lib/view/site/navigation-tree"
import { paths } from "@/lib/rules/path"
import { categoryHref, type CategoryKind } from "../../library/category/category-card"
import { NavAnchor } from "../navigation/nav-anchor"
import { personalLinks } from "./personal-links"
import { SearchBox } from "../../library/search/search-box"
import { ThemeSwitch } from "../../ui/theme-switch"
import { useMenuCategories } from "../../library/category/use-menu-categories"
import { useLogOut } from "../../people/session/use-log-out"

/** Rendered only for logged-in users, if the site sells credits. */
const RechargeRow = dynamic(() => import("@/components/money/recharge/recharge-row").then((module) => module.RechargeRow), { ssr: false })

type Props = { items: NavigationNode[]; onClose: () => void }

/** The drawer's content, top to bottom: user, search, personal links, categories, other navigation (docs/reference/specification.md 2). */
export const DrawerPanel = ({ items, onClose }: Props) => {
  const categories = useMenuCategories()
  const user = useSession((state) => state.user)
  const allowedPages = useSession((state) => state.allowedPages)
  const registers = useSettings().security.enable_register
  const pathname = usePagePath()
  const logOut = useLogOut()
  const onArticles = pathname.startsWith("/article")

  return (
    <div className="drawer-panel">
      <div className="row">
        {user ? (
          <Link className="person" href={paths.me}>
            <Avatar name={user.username} src={user.avatar} size={42} />
            <b>{user.username}</b>
            {user.is_vip ? <span className="vip">VIP</span> : null}
          </Link>
        ) : (
          <LoginLink className="person">
            <span className="av av-42">
              <MoreIcon name="user" small />
            </span>
            <b>{registers ? "登录 / 注册" : "登录"}</b>
          </LoginLink>
        )}
        <button type="button" className="ib" aria-label="关闭菜单" onClick={onClose}>
          <MoreIcon name="close" />
        </button>
      </div>
      <SearchBox className="drawer-search" type={onArticles ? 1 : 0} shortcut={false} onSearch={onClose} />
      {user ? (
        <div className="drawer-sign">
          <SignInButton className="block" />
        </div>
      ) : null}
      {user ? (
        <div className="group">
          {personalLinks(user.id, allowedPages).map((link) => (
            <Link key={link.href} className="lkrow" href={link.href}>
              <MoreIcon name={link.icon} />
              {link.label}
            </Link>
          ))}
          <RechargeRow className="lkrow" />
        </div>
      ) : null}
      <div className="group">
        {items.map((item) => {
          if (item.href === "/category")
            return <Fold key={item.id} title={item.title} kind="document" categories={categories?.document ?? []} open={!onArticles} />
          if (item.href === "/article")
            return <Fold key={item.id} title={item.title} kind="article" categories={categories?.article ?? []} open={onArticles} />
          if (item.children.length > 0) return <SubFold key={item.id} item={item} />
          return <NavAnchor key={item.id} item={item} className="lkrow plain" />
        })}
      </div>
      <div className="group">
        <div className="lkrow theme-row">
          <Icon name="ground" />
          深浅色
          <ThemeSwitch />
        </div>
        {user ? (
          <button type="button" className="lkrow" onClick={logOut}>
            <MoreIcon name="logout" />
            退出登录
          </button>
        ) : null}
      </div>
    </div>
  )
}

/** A navigation item with children, like the cards of the header. */
const SubFold = ({ item }: { item: NavigationNode }) => (
  <details className="fold">
    <summary className="lkrow plain">
      {item.title}
      <Icon name="down" small />
    </summary>
    <div className="kids">
      {item.href ? <NavAnchor item={item} /> : null}
      {item.children.map((child) => (
        <NavAnchor key={child.id} item={child} />
      ))}
    </div>
  </details>
)

const Fold = ({ title, kind, categories, open }: { title: string; kind: CategoryKind; categories: CategoryNode[]; open: boolean }) => (
  <details className="fold" open={open}>
    <summary className="lkrow">
      {title}
      <Icon name="down" small />
    </summary>
    <div className="kids">
      <Link href={kind === "document" ? paths.category() : paths.article()}>全部</Link>
      {categories.map((category) => (
        <Link key={category.id} href={categoryHref(kind, category.id)}>
          {category.title}
          <small>{count(category.doc_count)}</small>
        </Link>
      ))}
    </div>
  </details>
)
