"use client"

import { useEffect, type ReactNode } from "react"
import { ThemeSwitch } from "@/components/ui/theme-switch"
import { Dialog } from "@/components/ui/dialog"
import { MoreIcon } from "@/components/ui/more-icon"
import { Link } from "@/components/ui/link"
import { paths } from "@/lib/rules/path"
import { AdminBrand } from "./admin-brand"

type Props = { open: boolean; onClose: () => void; children: ReactNode }

/** The menu on phones: a drawer from the left. */
export const MenuDrawer = ({ open, onClose, children }: Props) => {
  // capture phase: a leave guard may stop the click and show its dialog, which must not be covered by the open drawer
  useEffect(() => {
    if (!open) return
    const onClick = (event: MouseEvent) => {
      if (event.target instanceof Element && event.target.closest(".adm-drawer a")) setTimeout(onClose)
    }
    window.addEventListener("click", onClick, { capture: true })
    return () => window.removeEventListener("click", onClick, { capture: true })
  }, [open, onClose])
  return (
    <Dialog open={open} onClose={onClose} label="后台菜单" className="adm-drawer">
      <div className="adm-drawer-top">
        <AdminBrand />
        <button type="button" className="ib" aria-label="关闭菜单" onClick={onClose}>
          <MoreIcon name="close" />
        </button>
      </div>
      {children}
      <div className="adm-drawer-foot">
        <Link className="bt" href={paths.home}>
          <MoreIcon name="home" small />
          打开前台
        </Link>
        <ThemeSwitch />
      </div>
    </Dialog>
  )
}
