"use client"

import { useEffect, useState } from "react"
import { Icon } from "@/components/ui/icon"
import { Menu } from "./menu"
import { readTheme, type Theme, themes, writeTheme } from "./preferences"
import type { Mode } from "../layout/page-layout"
import { useReader, useReaderStore } from "../use-reader"

export const modes: { value: Mode; label: string }[] = [
  { value: "scroll", label: "连续" },
  { value: "single", label: "单页" },
  { value: "double", label: "双页" },
  { value: "slides", label: "幻灯片" },
]

export const ModeMenu = () => {
  const store = useReaderStore()
  const mode = useReader((state) => state.mode)
  const name = modes.find(({ value }) => value === mode)?.label ?? ""
  return (
    <Menu
      label={`翻页方式：${name}`}
      face={<Icon name="columns" />}
      className="ib"
      toEnd
      choices={modes.map(({ value, label }) => ({
        key: value,
        label,
        chosen: value === mode,
        choose: () => store.getState().setMode(value),
      }))}
    />
  )
}

/** The theme is an attribute of the root element, set by the first script; other tabs follow the storage event. */
export const useTheme = (): [Theme, (theme: Theme) => void] => {
  const [theme, setTheme] = useState<Theme>("")
  useEffect(() => {
    const read = () => setTheme(readTheme())
    read()
    const watch = new MutationObserver(read)
    watch.observe(document.documentElement, { attributes: true, attributeFilter: ["data-reading"] })
    return () => watch.disconnect()
  }, [])
  return [theme, writeTheme]
}

export const ThemeMenu = () => {
  const [theme, choose] = useTheme()
  const name = themes.find(({ value }) => value === theme)?.label ?? ""
  return (
    <Menu
      label={`阅读底色：${name}`}
      face={<Icon name="ground" />}
      className="ib"
      toEnd
      choices={themes.map(({ value, label }) => ({ key: value || "site", label, chosen: value === theme, choose: () => choose(value) }))}
    />
  )
}
