"use client"

import dynamic from "next/dynamic"
import type { ReactNode } from "react"
import { usePopover } from "@/components/ui/use-popover"
import type { MenuChoice } from "./menu-list"

const MenuList = dynamic(() => import("./menu-list").then((module) => module.MenuList), { ssr: false })

type Props = { label: string; face: ReactNode; className: string; choices: MenuChoice[]; toEnd?: boolean }

/** A custom menu with one selected entry: it stays inside a full-screen element, and public pages do not load antd. */
export const Menu = ({ label, face, className, choices, toEnd = false }: Props) => {
  const { root, open, setOpen, close } = usePopover<HTMLSpanElement>()
  return (
    <span className="zoom-box" ref={root}>
      <button
        type="button"
        className={className}
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {face}
      </button>
      {open && <MenuList label={label.split("：")[0]!} choices={choices} toEnd={toEnd} onClose={close} />}
    </span>
  )
}
