"use client"

import "@/app/styles/admin-palette.css"
import { useRouter } from "next/navigation"
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from "react"
import { AdminIcon } from "@/components/admin/crud/admin-icon"
import { Dialog } from "@/components/ui/dialog"
import { useMay } from "@/components/providers/use-may"
import type { AdminEntry } from "@/lib/view/admin-menu"
import { adminTabs } from "@/lib/view/admin-words"
import { paletteEntries } from "./palette-entries"
import { readRecent } from "../crud/recent"
import { useSettingEntries } from "./use-setting-entries"

type Props = { menu: readonly AdminEntry[]; onClose: () => void }

/**
 * The command palette: opens a screen, a setting, a recently opened item, or a list that searches for the typed text. Arrow keys choose,
 * Enter opens.
 */
export const CommandPalette = ({ menu, onClose }: Props) => {
  const router = useRouter()
  const id = useId()
  const [query, setQuery] = useState("")
  const [at, setAt] = useState(0)
  const [recent] = useState(readRecent)
  const list = useRef<HTMLDivElement>(null)
  const may = useMay()
  const settings = useSettingEntries()
  const tabs = useMemo(() => adminTabs.filter(({ right }) => may(right)), [may])
  const entries = useMemo(() => paletteEntries(query, { menu, recent, tabs, settings }), [query, menu, recent, tabs, settings])
  const active = Math.min(at, entries.length - 1)

  useEffect(() => {
    list.current?.children[active]?.scrollIntoView?.({ block: "nearest" })
  }, [active])

  const open = (href: string) => {
    onClose()
    router.push(href)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter and arrow keys belong to the input method while a Chinese word is being composed
    if (event.nativeEvent.isComposing || entries.length === 0) return
    if (event.key === "Enter") {
      event.preventDefault()
      return open(entries[active]!.href)
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!step) return
    event.preventDefault()
    setAt((active + step + entries.length) % entries.length)
  }

  return (
    <Dialog open onClose={onClose} label="快速打开" className="adm-palette">
      <div className="adm-palette-in">
        <label className="adm-palette-q">
          <AdminIcon name="search" />
          <input
            type="text"
            role="combobox"
            aria-label="快速打开"
            aria-expanded="true"
            aria-controls={`${id}list`}
            aria-activedescendant={entries.length > 0 ? `${id}${active}` : undefined}
            aria-autocomplete="list"
            placeholder="页面、设置，或者要找的内容"
            maxLength={100}
            autoComplete="off"
            autoFocus
            value={query}
            onChange={({ target }) => {
              setQuery(target.value)
              setAt(0)
            }}
            onKeyDown={onKeyDown}
          />
          <kbd>Esc</kbd>
        </label>
        {entries.length === 0 ? <p className="muted">没有这样的页面</p> : null}
        <div ref={list} id={`${id}list`} role="listbox" aria-label="可以打开的" className="adm-palette-list">
          {entries.map((entry, index) => (
            <button
              type="button"
              key={entry.key}
              id={`${id}${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              onPointerMove={() => setAt(index)}
              onClick={() => open(entry.href)}
            >
              <AdminIcon name={entry.icon} />
              <span className="cut">{entry.label}</span>
              <span className="muted">{entry.about}</span>
            </button>
          ))}
        </div>
      </div>
    </Dialog>
  )
}
