"use client"

import { Dropdown, type MenuProps } from "antd"
import type { ReactElement } from "react"
import { usePhone } from "@/components/ui/use-media"
import type { Key } from "@/lib/contract/types"
import { AdminIcon, type AdminIconName } from "@/components/admin/crud/admin-icon"

/**
 * An action on one row or on the selected rows. A `hidden` action is not rendered; `lead` sorts it before all others of the row; `items`
 * are the entries of a submenu. `call`: its call, or the field that it sends, if not every server has that.
 */
export type CrudAction = {
  key: string
  call?: Key | `${Key} ${string}`
  label: string
  icon?: AdminIconName
  danger?: boolean
  hidden?: boolean
  disabled?: boolean
  lead?: boolean
} & ({ onClick: () => void; items?: undefined } | { items: CrudAction[]; onClick?: undefined })

/** Returns the visible actions; a submenu without visible entries is left out. */
const visibleActions = (actions: readonly CrudAction[]): CrudAction[] =>
  actions.flatMap<CrudAction>((action) => {
    if (action.hidden || !action.items) return action.hidden ? [] : [action]
    const items = visibleActions(action.items)
    return items.length > 0 ? [{ ...action, items }] : []
  })
const flat = (actions: readonly CrudAction[]): CrudAction[] => actions.flatMap((action) => (action.items ? flat(action.items) : [action]))

/** A button (`children`) that opens a menu of actions. */
const Behind = ({
  actions,
  placement,
  children,
}: {
  actions: CrudAction[]
  placement: "bottomRight" | "topRight" | "bottomLeft"
  children: ReactElement
}) => {
  const all = flat(actions)
  const menu: MenuProps = {
    items: all.map(({ key, label, icon, danger, disabled }) => ({
      key,
      label,
      danger,
      disabled,
      icon: icon ? <AdminIcon name={icon} small /> : undefined,
    })),
    onClick: ({ key }) => all.find((action) => action.key === key)?.onClick?.(),
  }
  return (
    <Dropdown trigger={["click"]} placement={placement} menu={menu}>
      {children}
    </Dropdown>
  )
}

/** The actions of a row: at most `inline` buttons; when there are more actions, the last button opens a menu of the rest. */
export const RowActions = ({ actions, name, inline }: { actions: CrudAction[]; name: string; inline: number }) => {
  const all = flat(visibleActions(actions)).toSorted((a, b) => Number(b.lead ?? false) - Number(a.lead ?? false))
  const first = all.length <= inline ? all : all.slice(0, inline - 1)
  const rest = all.slice(first.length)
  return (
    <span className="adm-acts">
      {first.map((action) => (
        <button
          key={action.key}
          type="button"
          className={action.danger ? "ib bad" : "ib"}
          title={action.label}
          aria-label={`${action.label} ${name}`}
          disabled={action.disabled}
          onClick={action.onClick}
        >
          <AdminIcon name={action.icon ?? "settings"} />
        </button>
      ))}
      {rest.length > 0 ? (
        <Behind actions={rest} placement="bottomRight">
          <button type="button" className="ib" aria-haspopup="menu" aria-label={`更多操作 ${name}`}>
            <AdminIcon name="more" />
          </button>
        </Behind>
      ) : null}
    </span>
  )
}

type BatchProps = { count: number; unit: string; actions: CrudAction[]; onClear: () => void }

/** Actions on the selected rows, laid over the table's header so that the rows do not move. On phones, more than two become a menu. */
export const BatchBar = ({ count, unit, actions, onClear }: BatchProps) => {
  const phone = usePhone()
  if (count === 0) return null
  const all = visibleActions(actions)
  const first = phone && flat(all).length > 2 ? [] : all
  return (
    <div className="adm-batch" role="group" aria-label="批量操作">
      <b aria-live="polite">
        已选 {count} {unit}
      </b>
      {first.map((action) => (
        <BatchButton key={action.key} action={action} />
      ))}
      {first.length < all.length ? (
        <Behind actions={all} placement="topRight">
          <button type="button" className="bt" aria-haspopup="menu">
            批量操作
            <AdminIcon name="up" small />
          </button>
        </Behind>
      ) : null}
      <button type="button" className="bt clear" onClick={onClear}>
        取消选择
      </button>
    </div>
  )
}

const BatchButton = ({ action }: { action: CrudAction }) => {
  const face = (
    <button
      type="button"
      className={action.danger ? "bt danger" : "bt"}
      disabled={action.disabled}
      aria-haspopup={action.items ? "menu" : undefined}
      onClick={action.onClick}
    >
      {action.icon ? <AdminIcon name={action.icon} small /> : null}
      {action.label}
      {action.items ? <AdminIcon name="down" small /> : null}
    </button>
  )
  return action.items ? (
    <Behind actions={action.items} placement="bottomLeft">
      {face}
    </Behind>
  ) : (
    face
  )
}
