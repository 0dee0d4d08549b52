"use client"

import { Dropdown } from "antd"
import { Icon } from "@/components/ui/icon"
import type { IconName } from "@/components/ui/icon-paths"

/** Something one can do with a row or with the chosen rows. Hidden ones are not drawn. */
export type Action = { key: string; label: string; icon?: IconName; danger?: boolean; hidden?: boolean; disabled?: boolean; onClick: () => void }

const shown = (actions: Action[]) => actions.filter((action) => !action.hidden)

/** At the end of a row: the first ones as icons, the rest behind one button. On phones all of them are behind it. */
export const RowActions = ({ actions, name, inline }: { actions: Action[]; name: string; inline: number }) => {
  const all = shown(actions)
  const first = all.length <= inline ? all : all.slice(0, inline - 1)
  const rest = all.slice(first.length)
  return (
    <span className="adm-acts">
      {first.map((action) => (
        <button key={action.key} type="button" className={action.danger ? "ib bad" : "ib"} title={action.label} aria-label={`${action.label} ${name}`} disabled={action.disabled} onClick={action.onClick}>
          <Icon name={action.icon ?? "settings"} />
        </button>
      ))}
      {rest.length > 0 ? (
        <Dropdown
          trigger={["click"]}
          placement="bottomRight"
          menu={{
            items: rest.map(({ key, label, icon, danger, disabled }) => ({ key, label, danger, disabled, icon: icon ? <Icon name={icon} small /> : undefined })),
            onClick: ({ key }) => rest.find((action) => action.key === key)?.onClick(),
          }}
        >
          <button type="button" className="ib" aria-haspopup="menu" aria-label={`更多操作 ${name}`}>
            <Icon name="more" />
          </button>
        </Dropdown>
      ) : null}
    </span>
  )
}

/** Lies over the table's head as soon as rows are chosen, so that nothing jumps; on phones at the bottom. */
export const BatchBar = ({ count, unit, actions, onClear }: { count: number; unit: string; actions: Action[]; onClear: () => void }) =>
  count === 0 ? null : (
    <div className="adm-batch" role="group" aria-label="批量操作">
      <b aria-live="polite">
        已选 {count} {unit}
      </b>
      {shown(actions).map((action) => (
        <button key={action.key} type="button" className={action.danger ? "bt danger" : "bt"} disabled={action.disabled} onClick={action.onClick}>
          {action.icon ? <Icon name={action.icon} small /> : null}
          {action.label}
        </button>
      ))}
      <button type="button" className="bt clear" onClick={onClear}>
        取消选择
      </button>
    </div>
  )
