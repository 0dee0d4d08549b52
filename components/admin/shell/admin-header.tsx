"use client"

import { useState } from "react"
import { ThemeSwitch } from "@/components/ui/theme-switch"
import { AdminIcon } from "@/components/admin/crud/admin-icon"
import { Link } from "@/components/ui/link"
import type { menuEntryOf } from "@/lib/view/admin-menu"
import { paths } from "@/lib/rules/path"
import { AccountDrawer, type AccountTask } from "./account-drawer"
import { AccountMenu } from "./account-menu"

type Props = {
  menuPosition: ReturnType<typeof menuEntryOf>
  folded: boolean
  onFold: () => void
  onMenu: () => void
  onPalette: () => void
}

export const AdminHeader = ({ menuPosition, folded, onFold, onMenu, onPalette }: Props) => {
  const [task, setTask] = useState<AccountTask | null>(null)
  return (
    <header className="adm-head">
      <button type="button" className="ib desk-only" aria-label={folded ? "展开菜单" : "收起菜单"} aria-expanded={!folded} onClick={onFold}>
        <AdminIcon name="fold" className={folded ? "flip" : ""} />
      </button>
      <button type="button" className="ib phone-only" aria-label="打开菜单" onClick={onMenu}>
        <AdminIcon name="menu" />
      </button>
      <nav className="adm-crumbs desk-only" aria-label="当前位置">
        {menuPosition?.group ? (
          <>
            {menuPosition.group.title}
            <AdminIcon name="next" small />
          </>
        ) : null}
        <span aria-current="page">{menuPosition?.page.title ?? "404"}</span>
      </nav>
      <b className="adm-title phone-only" aria-hidden="true">
        {menuPosition?.page.title ?? "404"}
      </b>
      <div className="hd-end">
        <button
          type="button"
          className="ib"
          aria-label="快速打开"
          title="快速打开（Ctrl + K）"
          aria-keyshortcuts="Control+K"
          onClick={onPalette}
        >
          <AdminIcon name="search" />
        </button>
        <ThemeSwitch className="desk-only" />
        <Link className="ib desk-only" href={paths.home} aria-label="打开前台" title="打开前台">
          <AdminIcon name="home" />
        </Link>
        <AccountMenu onTask={setTask} />
      </div>
      <AccountDrawer task={task} onClose={() => setTask(null)} />
    </header>
  )
}
