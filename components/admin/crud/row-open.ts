import type { MouseEvent } from "react"
import type { Action } from "./actions"

/** Parts of a row that answer a press themselves. */
const ownPress = "a, button, input, label, .ant-input-number, .ant-select, .ant-table-selection-column, .adm-acts"

/** The action that shows the row: reading it, otherwise changing it. */
const showing = (actions: readonly Action[]): Action | undefined =>
  ["inspect", "edit"].flatMap((key) => actions.find((action) => action.key === key && !action.hidden && !action.disabled) ?? [])[0]

const openRow = (event: MouseEvent<HTMLElement>, actions: readonly Action[]): void => {
  const target = event.target as Element
  // menus and cards of a row stand elsewhere in the page, their events come through it
  if (!event.currentTarget.contains(target) || target.closest(ownPress) || window.getSelection()?.toString()) return
  const link = event.currentTarget.querySelector<HTMLAnchorElement>(":is(.adm-name, .adm-card-name) a[href]")
  if (link) return link.click()
  showing(actions)?.onClick?.()
}

/**
 * What makes a row open where it is pressed: it follows the link of its name, or does its first action of reading or changing. The
 * keyboard has the link and the buttons themselves; who selects text, or presses something of the row, means that.
 */
export const opening = (actions: readonly Action[]) => ({
  className: showing(actions) ? "adm-opens" : "",
  onClick: (event: MouseEvent<HTMLElement>) => openRow(event, actions),
})
