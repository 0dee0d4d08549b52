"use client"

import { useEffect, useState } from "react"
import { Icon } from "@/components/ui/icon"
import { localStore } from "@/lib/browser-storage"

const current = () => (document.documentElement.dataset.theme === "dark" ? "dark" : "light")

/** Light or dark: an attribute on <html>, the rest is CSS. Without a saved choice it follows the system, also when that changes. */
export const ThemeSwitch = ({ className = "" }: { className?: string }) => {
  const [dark, setDark] = useState(false)

  useEffect(() => {
    setDark(current() === "dark")
    const system = window.matchMedia("(prefers-color-scheme: dark)")
    const follow = () => {
      if (localStore.getItem("theme")) return
      document.documentElement.dataset.theme = system.matches ? "dark" : "light"
      setDark(system.matches)
    }
    system.addEventListener("change", follow)
    return () => system.removeEventListener("change", follow)
  }, [])

  const toggle = () => {
    const next = current() === "dark" ? "light" : "dark"
    document.documentElement.dataset.theme = next
    setDark(next === "dark")
    localStore.setItem("theme", next)
  }

  return (
    <button type="button" className={`ib theme-switch ${className}`} onClick={toggle} aria-label={dark ? "切换浅色" : "切换深色"}>
      <Icon name="moon" className="when-light" />
      <Icon name="sun" className="when-dark" />
    </button>
  )
}
