"use client"

import { Link } from "@/components/ui/link"
import { count, yuan } from "@/lib/rules/format"
import { fen } from "@/lib/rules/money/money"
import { paths } from "@/lib/rules/path"
import { minute } from "@/lib/rules/time"
import type { Named } from "./field"
import { PictureCell } from "./picture-cell"
import { RefCell } from "./ref-cell"
import { labelOf, textOf } from "./text"

type Row = Record<string, unknown>

export const None = () => <span className="muted">—</span>
export const Tag = ({ field, value }: { field: Named; value: unknown }) => <span className="tag">{labelOf(field, value)}</span>

/** Only states that need attention have coloured text; a normal state has just a coloured dot. */
const states: Record<string, string> = { ok: "st ok", warn: "st wait", bad: "st bad", info: "st", pri: "st ok" }
/** An enum value: with a dot if it is a state (the field has tones), otherwise as plain text. */
const Choice = ({ field, value }: { field: Named; value: unknown }) => (
  <span className={field.tones ? (states[field.tones[String(value)] ?? ""] ?? "st off") : "nowrap"}>{labelOf(field, value)}</span>
)
/** A dot with a word, so that colour alone carries no meaning. */
export const YesNo = ({ value }: { value: unknown }) => <span className={value ? "st ok" : "st off"}>{value ? "是" : "否"}</span>

/** One value of a row, rendered by the field's `render` or according to its kind. */
export const Cell = ({ field, row, screen }: { field: Named; row: Row; screen: unknown }) => {
  const value = row[field.name]
  if (field.render) return <>{field.render(row, screen)}</>
  if (field.kind === "switch") return <YesNo value={value} />
  if (field.kind === "user")
    return value ? (
      <Link className="lk cut short" href={paths.user(Number(value))} target="_blank">
        {textOf(field, row)}
      </Link>
    ) : (
      <None />
    )
  if (field.kind === "ref" && field.reference) return <RefCell from={field.reference} value={value} fallback={field.text?.(row) ?? ""} />
  if (value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0)) return <None />
  if (field.kind === "number") return <span className="num">{field.text ? textOf(field, row) : count(Number(value))}</span>
  if (field.kind === "money") return <span className="num nowrap">¥{yuan(fen(Number(value) || 0))}</span>
  if (field.kind === "datetime") return <span className="num nowrap">{minute(String(value))}</span>
  if (field.kind === "image") return <PictureCell src={String(value)} />
  if (field.kind === "enum") return <Choice field={field} value={value} />
  if (Array.isArray(value))
    return (
      <span className="tags">
        {value.map((one) => (
          <Tag key={String(one)} field={field} value={one} />
        ))}
      </span>
    )
  if (field.kind === "color")
    return (
      <span className="swatch">
        <i style={{ background: String(value) }} />
        {String(value)}
      </span>
    )
  if (field.kind === "link")
    return (
      <a className="lk cut" href={safeHref(String(value))} target="_blank" rel="noreferrer">
        {String(value)}
      </a>
    )
  const text = textOf(field, row)
  if (text === "") return <None />
  return (
    <span className={field.title ? "cut name" : "cut"} title={text}>
      {text}
    </span>
  )
}

/** Returns the URL for a link if it is http(s) or a path of this site; undefined otherwise, as for `javascript:`. */
const safeHref = (text: string): string | undefined => (/^(https?:\/\/|\/(?!\/))/i.test(text) ? text : undefined)
