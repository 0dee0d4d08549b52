"use client"

import "@/app/styles/library/search-suggest.css"
import { useRouter } from "next/navigation"
import { useEffect, useEffectEvent, useState, type RefObject } from "react"
import { MoreIcon } from "@/components/ui/more-icon"
import type { SearchKind } from "@/lib/view/library/list/search-href"
import { forgetSearches, rememberSearch } from "@/lib/view/library/search-history"
import { type SearchSuggestion, useSuggestions } from "./use-suggestions"

const icons = { history: "clock", hot: "search", document: "file", article: "article" } as const
const titles = { history: "最近搜索", hot: "大家在搜" } as const

type Props = {
  id: string
  input: RefObject<HTMLInputElement | null>
  text: string
  kind: SearchKind
  onActive: (id: string) => void
  onOpen: (open: boolean) => void
  onPick?: (() => void) | undefined
}

/** The list below a search field: ↓ and ↑ select, Enter opens, Esc closes it until the text changes. */
export const Suggestions = ({ id, input, text, kind, onActive, onOpen, onPick }: Props) => {
  const router = useRouter()
  const { list, forget } = useSuggestions(text, kind)
  const [closedAt, setClosedAt] = useState<string | null>(null)
  const [at, setAt] = useState(-1)
  const open = list.length > 0 && closedAt !== text
  const current = open ? Math.min(at, list.length - 1) : -1
  const optionId = (index: number) => `${id}-${index}`

  useEffect(() => setAt(-1), [text])
  useEffect(() => onOpen(open), [open, onOpen])
  useEffect(() => onActive(current >= 0 ? `${id}-${current}` : ""), [current, id, onActive])
  useEffect(
    () => () => {
      onOpen(false)
      onActive("")
    },
    [onOpen, onActive],
  )

  const pick = ({ kind: from, text: word, href }: SearchSuggestion) => {
    if (from === "history" || from === "hot") rememberSearch(word)
    const field = input.current
    field?.blur()
    onPick?.()
    router.push(href)
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    // keys belong to the input method while it composes
    if (event.isComposing || event.keyCode === 229) return
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0
    if (step && list.length > 0) {
      event.preventDefault()
      if (!open) return setClosedAt(null)
      // one position more than there are lines: back in the field
      const places = list.length + 1
      setAt(((current + 1 + step + places) % places) - 1)
    } else if (event.key === "Escape" && open) {
      event.preventDefault()
      event.stopPropagation()
      setClosedAt(text)
    } else if (event.key === "Enter" && current >= 0) {
      event.preventDefault()
      pick(list[current]!)
    }
  })
  useEffect(() => {
    const field = input.current
    field?.addEventListener("keydown", onKey)
    return () => field?.removeEventListener("keydown", onKey)
  }, [input])

  if (!open) return null
  return (
    // the field keeps the focus when the user clicks here
    <div className="suggest" role="presentation" onMouseDown={(event) => event.preventDefault()}>
      <div id={id} role="listbox" aria-label="搜索建议">
        {list.map((one, index) => (
          <button
            type="button"
            key={`${one.kind} ${one.href}`}
            id={optionId(index)}
            role="option"
            tabIndex={-1}
            aria-selected={index === current}
            data-group={one.kind !== list[index - 1]?.kind ? titles[one.kind as keyof typeof titles] : undefined}
            onMouseMove={() => setAt(index)}
            onClick={() => pick(one)}
          >
            <MoreIcon name={icons[one.kind]} small />
            <span>{one.text}</span>
          </button>
        ))}
      </div>
      {list[0]?.kind === "history" ? (
        <button
          type="button"
          className="suggest-clear"
          tabIndex={-1}
          onClick={() => {
            forgetSearches()
            forget()
          }}
        >
          清空最近搜索
        </button>
      ) : null}
    </div>
  )
}
