"use client"

import { Drawer } from "antd"
import type { ReactNode } from "react"
import { useSideDrawer } from "@/components/ui/use-media"

type Props = {
  title: ReactNode
  onClose: () => void
  /** buttons, the main one last; a falsy value leaves the foot out */
  footer?: ReactNode
  children: ReactNode
}

/** A drawer beside a list that works on the chosen rows: title, content and a row of buttons. Mounted only while it is open. */
export const SidePanel = ({ title, onClose, footer, children }: Props) => {
  const side = useSideDrawer()
  return (
    <Drawer open onClose={onClose} title={title} {...side} footer={footer && <div className="adm-form-foot">{footer}</div>}>
      {children}
    </Drawer>
  )
}
