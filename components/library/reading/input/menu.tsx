"use client"

import dynamic from "next/dynamic"
import { type ReactNode, useEffect, useRef, useState } from "react"
import type { MenuChoice } from "./menu-list"

const MenuList = dynamic(() => import("./menu-list").then((module) => module.MenuList), { ssr: false })

type Props = { label: string; face: ReactNode; className: string; choices: MenuChoice[]; toEnd?: boolean }

/** A custom menu with one selected entry: it stays inside a full-screen element, and public pages do not load antd. */
export const Menu = ({ label, face, className, choices, toEnd = false }: Props) => {
  const [open, setOpen] = useState(false)
  const box = useRef<HTMLSpanElement>(null)

  useEffect(() => {
    if (!open) return
    const onPress = (event: PointerEvent) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) setOpen(false)
    }
    document.addEventListener("pointerdown", onPress)
    return () => document.removeEventListener("pointerdown", onPress)
  }, [open])

  const close = () => {
    setOpen(false)
    box.current?.querySelector("button")?.focus({ preventScroll: true })
  }

  return (
    <span className="zoom-box" ref={box}>
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
