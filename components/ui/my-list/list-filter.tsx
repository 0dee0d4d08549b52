"use client"

import { useRouter } from "next/navigation"
import { useTransition, type FormEvent } from "react"
import { useResettingState } from "@/components/ui/use-resetting-state"
import { Icon } from "@/components/ui/icon"
import { MoreIcon } from "@/components/ui/more-icon"
import { rangeShortcuts } from "@/lib/rules/range-shortcuts"
import { daysAgo, shortcutOf, type DateRange } from "@/lib/view/library/list/date-range"
import { hrefOf, type ListQuery } from "@/lib/view/library/list/query"
import { Pick } from "./pick"

type Choice = { value: number; label: string }
type Props = {
  path: string
  /** conditions that stay unchanged, such as a tab */
  keep?: ListQuery
  wd: string
  placeholder: string
  status?: { value: string; options: readonly Choice[] }
  range?: { value: DateRange; label: string; now: number }
}

const customRange = "own"

/** Keyword, status and dates of a list, stored in the URL; a change goes to page 1. A choice applies at once, the keyword on Enter. */
export const ListFilter = ({ path, keep = {}, wd, placeholder, status, range }: Props) => {
  const router = useRouter()
  const [pending, startTransition] = useTransition()
  const [keyword, setKeyword] = useResettingState(wd)
  const shortcut = range ? shortcutOf(range.value, range.now) : 0
  const ranged = Boolean(range?.value.from || range?.value.to)
  const [choosing, setChoosing] = useResettingState(false, shortcut)

  const go = (part: ListQuery) =>
    startTransition(() =>
      router.push(
        hrefOf(path, { ...keep, wd: keyword.trim(), status: status?.value, from: range?.value.from, to: range?.value.to, ...part }),
        { scroll: false },
      ),
    )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    go({})
  }
  const chooseDays = (value: string) => {
    if (value === customRange) return setChoosing(true)
    setChoosing(false)
    go({ from: value ? daysAgo(Number(value), Date.now()) : "", to: "" })
  }
  const customs = choosing || (ranged && shortcut === 0)

  return (
    <form noValidate className="lf" role="search" aria-label="筛选" aria-busy={pending} onSubmit={submit}>
      <label className="in lf-wd">
        <Icon name="search" small />
        <input
          value={keyword}
          placeholder={placeholder}
          aria-label={placeholder}
          maxLength={100}
          autoComplete="off"
          enterKeyHint="search"
          onChange={(event) => setKeyword(event.target.value)}
        />
        {keyword && (
          <button
            type="button"
            className="lf-x"
            aria-label="清除关键词"
            onClick={() => {
              setKeyword("")
              if (wd) go({ wd: "" })
            }}
          >
            <MoreIcon name="close" small />
          </button>
        )}
      </label>
      {status && (
        <Pick label="状态" value={status.value} onChange={(value) => go({ status: value })}>
          <option value="">全部状态</option>
          {status.options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </Pick>
      )}
      {range && (
        <Pick label={range.label} value={customs ? customRange : shortcut ? String(shortcut) : ""} onChange={chooseDays}>
          <option value="">全部时间</option>
          {rangeShortcuts.map((one) => (
            <option key={one.days} value={one.days}>
              {one.label}
            </option>
          ))}
          <option value={customRange}>自选日期</option>
        </Pick>
      )}
      <button type="submit" className={pending ? "bt busy" : "bt"}>
        查询
      </button>
      {range && customs && (
        <fieldset className="lf-days">
          <legend className="sr">{range.label}</legend>
          <Day label="从" value={range.value.from} max={range.value.to} onChange={(from) => go({ from })} />
          <Day label="到" value={range.value.to} least={range.value.from} onChange={(to) => go({ to })} />
        </fieldset>
      )}
    </form>
  )
}

/** A date applies when complete, not while it is typed: an unfinished date has no value. */
const Day = ({
  label,
  value,
  least,
  max,
  onChange,
}: {
  label: string
  value: string
  least?: string
  max?: string
  onChange: (value: string) => void
}) => (
  <label>
    {label}
    <span className="in">
      <input
        type="date"
        key={value}
        defaultValue={value}
        min={least || undefined}
        max={max || undefined}
        onBlur={(event) => event.target.value !== value && onChange(event.target.value)}
      />
    </span>
  </label>
)
