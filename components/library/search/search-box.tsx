"use client"

import { useRouter } from "next/navigation"
import { useEffect, useRef, type FormEvent } from "react"
import { Icon } from "@/components/ui/icon"
import { ContentKind } from "@/lib/contract/library/content.enums"
import { searchHref } from "@/lib/view/library/list/search-href"
import { SearchInput } from "./search-input"

type Props = { className?: string; type?: 0 | 1; shortcut?: boolean; onSearch?: () => void }

/** The small search of header and drawer. It is a plain GET form; an empty keyword does nothing (docs/reference/specification.md 2). */
export const SearchBox = ({ className = "", type = 0, shortcut = true, onSearch }: Props) => {
  const router = useRouter()
  const input = useRef<HTMLInputElement>(null)
  const label = type === ContentKind.article ? "搜索文章..." : "搜索文档..."

  useEffect(() => {
    if (!shortcut) return
    const focus = (event: KeyboardEvent) => {
      const busy = event.target instanceof HTMLElement && event.target.closest("input, textarea, select, [contenteditable]")
      if (event.key !== "/" || busy || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      input.current?.focus()
    }
    window.addEventListener("keydown", focus)
    return () => window.removeEventListener("keydown", focus)
  }, [shortcut])

  const leave = () => {
    if (input.current) input.current.value = ""
    input.current?.blur()
    onSearch?.()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const wd = input.current?.value ?? ""
    const href = searchHref(wd, type)
    if (!href) return
    void import("@/lib/view/library/search-history").then(({ rememberSearch }) => rememberSearch(wd))
    leave()
    router.push(href)
  }

  return (
    <form noValidate className={className} role="search" aria-label="站内搜索" action="/search" onSubmit={submit}>
      <div className="in">
        <Icon name="search" small />
        <SearchInput input={input} kind={type} label={label} placeholder={label} onPick={leave} />
        {type === ContentKind.article ? <input type="hidden" name="type" value="1" /> : null}
        {shortcut ? (
          <span className="kbd desk-only" aria-hidden="true">
            /
          </span>
        ) : null}
      </div>
    </form>
  )
}
