"use client"

import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from "react"
import { Select } from "@/components/ui/form/select"
import { api } from "@/lib/api/client"
import { refusalText } from "@/lib/api/result"

type Choice = { value: number; label: string }
/** The users that match a query, the exact match first. `exact`: its first choice has exactly the typed name, address or number. */
type Matches = { query: string; choices: Choice[]; exact: boolean; failure: string }
type Props = {
  id?: string
  value?: number | number[] | null
  onChange?: (value: number | number[] | undefined) => void
  many?: boolean
  disabled?: boolean
  placeholder?: string
  label?: string
}

const waitMs = 250
const noMatches: Matches = { query: "", choices: [], exact: false, failure: "" }

const readMatches = async (query: string): Promise<Matches> => {
  const wd = query.trim()
  const reply = await api("GET /user/list", { wd, page: 1, size: 20 })
  if (!reply.ok) return { ...noMatches, query, failure: refusalText(reply, "用户没有读到") }
  const isExact = (texts: (string | undefined)[]) => texts.some((text) => text?.toLowerCase() === wd.toLowerCase())
  const exact = wd ? reply.data.user.filter(({ username, email, mobile }) => isExact([username, email, mobile])) : []
  const users = exact.length === 1 ? [...exact, ...reply.data.user.filter(({ id }) => id !== exact[0]!.id)] : reply.data.user
  return { query, choices: users.map(({ id, username }) => ({ value: id, label: username })), exact: exact.length === 1, failure: "" }
}

/**
 * A select for users, searched while typing (`GET /user/list`). Only matches of the typed text are listed and none is preselected: Enter
 * takes what the arrow keys have highlighted, or an exact match, never another user. The names of preset ids are loaded from the server.
 */
export const UserSelect = ({ id, value, onChange, many = false, disabled = false, placeholder = "输入用户名查找", label }: Props) => {
  const [query, setQuery] = useState("")
  const [matches, setMatches] = useState<Matches | null>(null)
  const [names, setNames] = useState<Record<number, string>>({})
  const [open, setOpen] = useState(false)
  const activeUser = useRef<unknown>(null)
  /** whether the arrow keys have moved within the matches of this query: antd also highlights an id that begins with the typed text */
  const arrowed = useRef(false)
  /** the query for which Enter was pressed before its matches arrived */
  const pendingEnter = useRef<string | null>(null)
  const chosen = (Array.isArray(value) ? value : value ? [value] : []).map(Number)
  const unknown = chosen.filter((one) => !names[one]).join(",")
  const current = matches?.query === query ? matches : null

  useEffect(() => {
    if (!unknown) return
    void api("GET /user/list", { id: unknown.split(",").map(Number), size: 100 }).then((reply) => {
      const usernames = reply.ok ? Object.fromEntries(reply.data.user.map((user) => [user.id, user.username])) : {}
      setNames((before) => ({ ...Object.fromEntries(unknown.split(",").map((one) => [one, `#${one}`])), ...before, ...usernames }))
    })
  }, [unknown])

  const search = (text: string) => {
    if (text === query) return
    arrowed.current = false
    setQuery(text)
    setMatches(null)
  }
  const choose = (choices: Choice[]) => {
    setNames((before) => ({ ...before, ...Object.fromEntries(choices.map((choice) => [choice.value, choice.label])) }))
    search("")
    const ids = choices.map((choice) => choice.value)
    onChange?.(many ? ids : ids[0])
  }
  const choicesOf = (ids: number[]): Choice[] => ids.map((one) => ({ value: one, label: names[one] ?? `#${one}` }))

  const takeExact = ([match]: Choice[]) => {
    if (!match) return
    if (!many) setOpen(false)
    choose(many ? [...choicesOf(chosen.filter((one) => one !== match.value)), match] : [match])
  }
  const show = useEffectEvent((latest: Matches) => {
    setMatches(latest)
    if (pendingEnter.current === latest.query && latest.exact) takeExact(latest.choices)
  })
  useEffect(() => {
    if (pendingEnter.current !== query) pendingEnter.current = null
    if (!open) return
    let alive = true
    const timer = setTimeout(() => void readMatches(query).then((latest) => alive && show(latest)), query ? waitMs : 0)
    return () => {
      alive = false
      clearTimeout(timer)
    }
  }, [open, query])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (current && (event.key === "ArrowDown" || event.key === "ArrowUp")) arrowed.current = true
    // Tab would select the highlighted option again, which deselects a user who was just chosen
    if (event.key === "Tab") {
      event.stopPropagation()
      setOpen(false)
    }
    // without a highlighted option antd would close the list and drop the typed text: only an exact match is taken
    if (event.key === "Enter" && query.trim() && (!current || !arrowed.current || activeUser.current === null)) {
      event.preventDefault()
      event.stopPropagation()
      pendingEnter.current = query
      if (current?.exact) takeExact(current.choices)
    }
  }
  return (
    <div className="wide" onKeyDownCapture={onKeyDown}>
      <Select<Choice | Choice[]>
        id={id}
        className="wide"
        aria-label={label}
        mode={many ? "multiple" : undefined}
        labelInValue
        maxTagCount="responsive"
        allowClear
        disabled={disabled}
        loading={open && !current}
        placeholder={placeholder}
        value={many ? choicesOf(chosen) : choicesOf(chosen)[0]}
        options={current?.choices ?? []}
        optionRender={({ value: userId, label: username }) => (
          <>
            {username} <span className="muted num">ID {userId}</span>
          </>
        )}
        onActive={(active: unknown) => (activeUser.current = active)}
        showSearch={{ filterOption: false, searchValue: query, onSearch: search }}
        open={open}
        onOpenChange={setOpen}
        notFoundContent={current ? current.failure || "没有这个用户" : "正在查找"}
        onChange={(next?: Choice | Choice[]) => choose([next ?? []].flat())}
      />
    </div>
  )
}
