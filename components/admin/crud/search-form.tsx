"use client"

import { Drawer, Input } from "antd"
import { useState, type FormEvent } from "react"
import { Select } from "@/components/ui/form/select"
import { useResettingState } from "@/components/ui/use-resetting-state"
import { usePhone } from "@/components/ui/use-media"
import { RangeField } from "@/components/admin/form/range-field"
import { RefSelect } from "@/components/admin/crud/ref-select"
import { UserSelect } from "@/components/admin/form/user-select"
import { useMay } from "@/components/providers/use-may"
import { AdminIcon } from "@/components/admin/crud/admin-icon"
import { optionsOf, yesNo, type Named } from "./field"
import type { Filters, CrudListState } from "./list-state"

/** Number of filters in one line; a list with more puts the others behind 更多筛选. */
const inLine = 3

type Props = { fields: Named[]; wd: string | false; state: CrudListState; onChange: (part: Partial<CrudListState>) => void }

/** The list's filters. A selection applies at once, keywords on submit; any change returns to the first page. */
export const SearchForm = ({ fields: all, wd, state, onChange }: Props) => {
  const phone = usePhone()
  const may = useMay()
  // choosing a user requires the permission to list users
  const fields = all.filter((field) => field.kind !== "user" || may("UserAPI/ListUser"))
  const [open, setOpen] = useState(false)
  const [more, setMore] = useState(false)
  const [word, setWord] = useResettingState(state.wd)

  const active = Object.values(state.filters).filter((values) => values.length > 0).length
  const filter = (name: string, values: string[]) =>
    onChange({ page: 1, wd: word.trim(), filters: { ...state.filters, [name]: values } satisfies Filters })
  const send = (event: FormEvent) => {
    event.preventDefault()
    onChange({ page: 1, wd: word.trim() })
  }
  const reset = () => onChange({ page: 1, wd: "", filters: {} })
  const condition = (field: Named) => (
    <Condition key={field.name} field={field} value={state.filters[field.name] ?? []} onChange={(values) => filter(field.name, values)} />
  )
  // a single extra filter is not worth a button
  const folded = fields.length > inLine + 1
  const inSight = (field: Named, at: number) => !folded || more || at < inLine || (state.filters[field.name] ?? []).length > 0

  if (wd === false && fields.length === 0) return null
  return (
    <form noValidate className="adm-search" role="search" onSubmit={send}>
      {wd === false ? null : (
        <label className="in">
          <AdminIcon name="search" small />
          <input
            type="search"
            enterKeyHint="search"
            aria-label="关键词"
            placeholder={wd}
            value={word}
            maxLength={200}
            onChange={(event) => setWord(event.target.value)}
          />
        </label>
      )}
      {phone ? null : fields.filter(inSight).map(condition)}
      {!phone && folded ? (
        <button type="button" className="bt" aria-expanded={more} onClick={() => setMore(!more)}>
          {more ? "收起筛选" : "更多筛选"}
          <AdminIcon name={more ? "up" : "down"} small />
        </button>
      ) : null}
      {phone && fields.length > 0 ? (
        <button type="button" className="bt" onClick={() => setOpen(true)}>
          <AdminIcon name="filter" small />
          筛选{active > 0 ? ` ${active}` : ""}
        </button>
      ) : null}
      {phone ? null : (
        <span className="adm-search-acts">
          <button type="submit" className="bt">
            查询
          </button>
          {active > 0 || state.wd ? (
            <button type="button" className="bt text" onClick={reset}>
              重置
            </button>
          ) : null}
        </span>
      )}
      <Drawer
        open={phone && open}
        onClose={() => setOpen(false)}
        placement="bottom"
        size="auto"
        title="筛选"
        destroyOnHidden
        rootClassName="adm-sheet"
      >
        <div className="adm-filters">
          {fields.map((field) => (
            <div key={field.name} role="group" aria-label={field.label}>
              <b>{field.label}</b>
              {condition(field)}
            </div>
          ))}
          <div className="adm-filters-acts">
            <button type="button" className="bt" onClick={reset}>
              重置
            </button>
            <button type="button" className="bt p" onClick={() => setOpen(false)}>
              看结果
            </button>
          </div>
        </div>
      </Drawer>
    </form>
  )
}

const Condition = ({ field, value, onChange }: { field: Named; value: string[]; onChange: (values: string[]) => void }) => {
  if (field.filter) return field.filter(value, onChange)
  const single = field.kind === "switch" || field.many === false
  if (field.kind === "user")
    return (
      <UserSelect
        many={!single}
        label={field.label}
        value={single ? Number(value[0] ?? 0) : value.map(Number)}
        placeholder={`${field.label}：不限`}
        onChange={(ids) => onChange([ids ?? []].flat().map(String))}
      />
    )
  if (field.kind === "ref" && field.reference)
    return (
      <RefSelect
        from={field.reference}
        many={!single}
        label={field.label}
        value={single ? value[0] : value}
        placeholder={`${field.label}：不限`}
        onChange={(chosen) => onChange([chosen ?? []].flat().map(String))}
      />
    )
  if (field.kind === "datetime") return <RangeField label={field.label} value={value} onChange={onChange} />
  if (field.kind === "switch" || field.options) {
    const options =
      field.kind === "switch" ? [...yesNo] : optionsOf(field).map((option) => ({ value: String(option.value), label: option.label }))
    return (
      <Select<string | string[]>
        className="wide"
        aria-label={field.label}
        allowClear
        mode={single ? undefined : "multiple"}
        maxTagCount="responsive"
        placeholder={`${field.label}：不限`}
        value={single ? value[0] : value}
        options={options}
        onChange={(next) => onChange([next ?? []].flat())}
      />
    )
  }
  return <Words field={field} value={value[0] ?? ""} onChange={(word) => onChange(word ? [word] : [])} />
}

const Words = ({ field, value, onChange }: { field: Named; value: string; onChange: (word: string) => void }) => {
  const [word, setWord] = useResettingState(value)
  const take = () => word.trim() !== value && onChange(word.trim())
  return (
    <Input
      aria-label={field.label}
      placeholder={typeof field.search === "string" ? field.search : field.label}
      allowClear
      value={word}
      onChange={(event) => {
        setWord(event.target.value)
        if (!event.target.value && value) onChange("")
      }}
      onBlur={take}
      onPressEnter={take}
    />
  )
}
