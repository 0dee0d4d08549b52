"use client"

import dynamic from "next/dynamic"
import { usePathname } from "next/navigation"
import type { KeyboardEvent } from "react"
import { usePopover } from "@/components/ui/use-popover"
import { useSession } from "@/components/providers/session"
import { Avatar } from "@/components/ui/avatar"
import { Icon } from "@/components/ui/icon"
import { MoreIcon } from "@/components/ui/more-icon"
import { Link } from "@/components/ui/link"
import { personalLinks } from "./personal-links"
import { useLogOut } from "../../people/session/use-log-out"

/** Rendered if the site sells credits. */
const RechargeRow = dynamic(() => import("@/components/money/recharge/recharge-row").then((module) => module.RechargeRow), { ssr: false })

/** The avatar of the logged-in user, with the menu of their pages. */
export const PersonMenu = ({ id, name, avatar }: { id: number; name: string; avatar: string }) => {
  const allowedPages = useSession((state) => state.allowedPages)
  const { root, open, setOpen, close } = usePopover<HTMLDivElement>(usePathname())
  const logOut = useLogOut()

  const onKeyDown = (event: KeyboardEvent) => {
    // keys inside a dialog opened from a row belong to the dialog
    if (event.target instanceof Element && event.target.closest("dialog")) return
    if (event.key === "Escape") close()
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return
    event.preventDefault()
    setOpen(true)
    requestAnimationFrame(() => moveFocus(root.current, event.key === "ArrowDown" ? 1 : -1))
  }

  return (
    <div
      ref={root}
      role="presentation"
      className="user-menu"
      onKeyDown={onKeyDown}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false)
      }}
    >
      <button
        type="button"
        className="me-btn"
        aria-haspopup="true"
        aria-expanded={open}
        aria-label={`${name}的菜单`}
        onClick={() => setOpen(!open)}
      >
        <Avatar name={name} src={avatar} size={42} />
        <Icon name="down" small />
      </button>
      {open ? (
        <div className="pop menu-pop">
          <p className="menu-name">{name}</p>
          {personalLinks(id, allowedPages).map((link) => (
            <Link key={link.href} className="menu-row" href={link.href}>
              <MoreIcon name={link.icon} small />
              {link.label}
            </Link>
          ))}
          <RechargeRow className="menu-row" small />
          <hr />
          <button type="button" className="menu-row" onClick={logOut}>
            <MoreIcon name="logout" small />
            退出登录
          </button>
        </div>
      ) : null}
    </div>
  )
}

const moveFocus = (root: HTMLElement | null, step: 1 | -1) => {
  const rows = [...(root?.querySelectorAll<HTMLElement>(".menu-row") ?? [])]
  const at = rows.indexOf(document.activeElement as HTMLElement)
  const next = at < 0 ? (step > 0 ? 0 : rows.length - 1) : (at + step + rows.length) % rows.length
  rows[next]?.focus()
}
