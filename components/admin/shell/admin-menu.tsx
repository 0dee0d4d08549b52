"use client"

import { useState } from "react"
import { AdminIcon } from "@/components/admin/crud/admin-icon"
import { Link } from "@/components/ui/link"
import { isGroup, type AdminEntry, type AdminGroup } from "@/lib/view/admin-menu"

type Props = { entries: AdminEntry[]; path: string; folded: boolean; onSearch: () => void }

const holds = (group: AdminGroup, path: string) => group.pages.some((page) => page.path === path)

/**
 * The menu, below a button that searches screens and settings (the command palette), with at most one open group, initially that of the
 * current page. While the menu is folded, a group links to its first page.
 */
export const AdminMenu = ({ entries, path, folded, onSearch }: Props) => {
  const current = entries.find((entry) => isGroup(entry) && holds(entry, path))?.title ?? ""
  const [last, setLast] = useState(current)
  const [open, setOpen] = useState(current)
  // during render: an effect would move the entries below after they were painted
  if (current && current !== last) {
    setLast(current)
    setOpen(current)
  }

  return (
    <nav className="adm-menu" aria-label="后台菜单">
      <button type="button" className="adm-menu-q" title={folded ? "搜索菜单和设置" : undefined} onClick={onSearch}>
        <AdminIcon name="search" />
        <span className={folded ? "sr" : "lb"}>搜索菜单和设置</span>
      </button>
      {entries.map((entry) => {
        if (!isGroup(entry) || folded) {
          const first = isGroup(entry) ? entry.pages[0]! : entry
          const here = isGroup(entry) ? holds(entry, path) : entry.path === path
          return (
            <Link key={entry.title} href={first.path} title={folded ? entry.title : undefined} aria-current={here ? "page" : undefined}>
              {entry.icon ? <AdminIcon name={entry.icon} /> : null}
              <span className={folded ? "sr" : "lb"}>{entry.title}</span>
            </Link>
          )
        }
        const isOpen = open === entry.title
        return (
          <div key={entry.title} className="adm-group">
            <button
              type="button"
              aria-expanded={isOpen}
              data-here={holds(entry, path) || undefined}
              onClick={() => setOpen(isOpen ? "" : entry.title)}
            >
              <AdminIcon name={entry.icon} />
              <span className="lb">{entry.title}</span>
              <AdminIcon name={isOpen ? "down" : "next"} small />
            </button>
            <div className="adm-sub" hidden={!isOpen}>
              {entry.pages.map((page) => (
                <Link key={page.path} href={page.path} aria-current={page.path === path ? "page" : undefined}>
                  {page.title}
                </Link>
              ))}
            </div>
          </div>
        )
      })}
    </nav>
  )
}
