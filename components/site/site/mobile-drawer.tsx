"use client"

import dynamic from "next/dynamic"
import { usePathname } from "next/navigation"
import { useCallback } from "react"
import { useResettingState } from "@/components/ui/use-resetting-state"
import { Dialog } from "@/components/ui/dialog"
import { Icon } from "@/components/ui/icon"
import type { NavigationNode } from "@/lib/view/site/navigation-tree"

const DrawerPanel = dynamic(() => import("./drawer-panel").then((module) => module.DrawerPanel), { ssr: false })

type Props = { items: NavigationNode[] }

/** Below 768 px: a drawer of 60 % width, closed by every navigation (docs/reference/specification.md 2). */
export const MobileDrawer = (props: Props) => {
  const [open, setOpen] = useResettingState(false, usePathname())
  const close = useCallback(() => setOpen(false), [setOpen])

  return (
    <>
      <button type="button" className="ib phone-only" aria-label="打开菜单" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon name="menu" />
      </button>
      <Dialog open={open} onClose={close} label="菜单" className="dialog side-dialog drawer">
        {open ? <DrawerPanel {...props} onClose={close} /> : null}
      </Dialog>
    </>
  )
}
