"use client"

import { Checkbox } from "antd"
import { RowActions } from "./actions"
import { nameOf, type RowsProps } from "./crud-table"
import { opening } from "./row-open"
import { textOf } from "./text"

/** The rows as cards, for phones: name, a few values and one menu of actions. */
export const CrudCards = ({ columns, rows, selected, onSelect, canSelect, actions, titleField, busy, cell }: RowsProps) => {
  const others = columns.filter((field) => field !== titleField)
  const marked = others.filter((field) => field.card)
  const facts = marked.length > 0 ? marked : others.filter((field) => field.name !== "id").slice(0, 3)
  return (
    <ul className={busy ? "adm-cards busy" : "adm-cards"} data-plain={onSelect ? undefined : true} aria-busy={busy}>
      {rows.map((row) => {
        const chosen = selected.some((one) => one.id === row.id)
        const name = nameOf(titleField, row)
        const opens = opening(actions(row))
        return (
          <li key={row.id} {...opens} className={`${opens.className}${chosen ? " sel" : ""}` || undefined}>
            {onSelect ? (
              <Checkbox
                checked={chosen}
                disabled={!canSelect(row)}
                aria-label={`选择 ${name}`}
                onChange={() => onSelect(chosen ? selected.filter((one) => one.id !== row.id) : [...selected, row])}
              />
            ) : null}
            <div>
              <div className="adm-card-name">{titleField ? cell(titleField, row) : name}</div>
              <dl>
                {facts
                  .filter((field) => field.kind === "switch" || textOf(field, row) !== "")
                  .map((field) => (
                    <div key={field.name}>
                      <dt>{field.label}</dt>
                      <dd>{cell(field, row)}</dd>
                    </div>
                  ))}
              </dl>
            </div>
            <RowActions actions={actions(row)} name={name} inline={1} />
          </li>
        )
      })}
    </ul>
  )
}
