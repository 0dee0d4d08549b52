"use client"

import { useEffect, useState } from "react"
import { Icon } from "@/components/ui/icon"
import { Menu } from "./menu"
import { isDeskWide, readTheme, setDeskWide, type Theme, writeTheme } from "../store/preferences"
import type { Mode } from "../store/page-layout"
import { useReader, useReaderStore } from "../store/use-reader"

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

/** Returns the value of an attribute of the root element, which the first script sets; `before` until then. `read` must be stable. */
const useRootAttribute = <T,>(name: string, read: () => T, before: T): T => {
  const [value, setValue] = useState(before)
  useEffect(() => {
    const look = () => setValue(read())
    look()
    const watch = new MutationObserver(look)
    watch.observe(document.documentElement, { attributes: true, attributeFilter: [name] })
    return () => watch.disconnect()
  }, [name, read])
  return value
}

export const useTheme = (): [Theme, (theme: Theme) => void] => [useRootAttribute<Theme>("data-reading", readTheme, ""), writeTheme]

/** 宽屏: the reader uses the full width of windows of 1,600 px and more; narrower ones do not display this button. */
export const DeskTool = () => {
  const wide = useRootAttribute("data-desk", isDeskWide, true)
  return (
    <button
      type="button"
      className="ib desk-tool"
      aria-label="宽屏"
      title="宽屏（W）"
      aria-pressed={wide}
      onClick={() => setDeskWide(!wide)}
    >
      <Icon name="wide" />
    </button>
  )
}
