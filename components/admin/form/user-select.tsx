"use client"

import { Select } from "antd"
import { useEffect, useRef, useState, type KeyboardEvent } from "react"
import { api } from "@/lib/api/client"

type Choice = { value: number; label: string }
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

/** A select for users, searched by name while typing (`GET /user/list`). The names of preset ids are loaded from the server. */
export const UserSelect = ({ id, value, onChange, many = false, disabled = false, placeholder = "输入用户名查找", label }: Props) => {
  const [matches, setFound] = useState<Choice[]>([])
  const [names, setNames] = useState<Record<number, string>>({})
  const [busy, setBusy] = useState(false)
  const [open, setOpen] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latestRequest = useRef(0)
  const chosen = (Array.isArray(value) ? value : value ? [value] : []).map(Number)
  const unknown = chosen.filter((one) => !names[one]).join(",")

  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (!unknown) return
    void api("GET /user/list", { id: unknown.split(",").map(Number), size: 100 }).then((reply) => {
      const usernames = reply.ok ? Object.fromEntries(reply.data.user.map((user) => [user.id, user.username])) : {}
      setNames((before) => ({ ...Object.fromEntries(unknown.split(",").map((one) => [one, `#${one}`])), ...before, ...usernames }))
    })
  }, [unknown])

  const look = (wd: string) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      const mine = ++latestRequest.current
      setBusy(true)
      void api("GET /user/list", { wd, page: 1, size: 20 }).then((reply) => {
        if (mine !== latestRequest.current) return
        setBusy(false)
        setFound(reply.ok ? reply.data.user.map((user) => ({ value: user.id, label: user.username })) : [])
      })
    }, waitMs)
  }

  const options = [
    ...new Map(
      [...chosen.map((one) => ({ value: one, label: names[one] ?? `#${one}` })), ...matches].map((choice) => [choice.value, choice]),
    ).values(),
  ]
  // Tab would select the highlighted option again, which deselects a user who was just chosen
  const onTab = (event: KeyboardEvent) => {
    if (event.key !== "Tab") return
    event.stopPropagation()
    setOpen(false)
  }
  return (
    <div className="wide" onKeyDownCapture={onTab}>
      <Select<number | number[]>
        id={id}
        className="wide"
        aria-label={label}
        mode={many ? "multiple" : undefined}
        maxTagCount="responsive"
        allowClear
        disabled={disabled}
        loading={busy}
        placeholder={placeholder}
        value={many ? chosen : chosen[0]}
        options={options}
        showSearch={{ filterOption: false, onSearch: look }}
        open={open}
        onOpenChange={(next) => {
          setOpen(next)
          if (next && matches.length === 0) look("")
        }}
        notFoundContent={busy ? "正在查找" : "没有这个用户"}
        onChange={(next, picked) => {
          for (const one of [picked].flat())
            if (one?.value !== undefined) setNames((before) => ({ ...before, [Number(one.value)]: String(one.label) }))
          onChange?.(next ?? (many ? [] : undefined))
        }}
      />
    </div>
  )
}
