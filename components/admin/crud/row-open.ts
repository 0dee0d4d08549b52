import type { MouseEvent } from "react"
import type { CrudAction } from "./actions"

/** Parts of a row that handle clicks themselves. */
const ownPress = "a, button, input, label, .ant-input-number, .ant-select, .ant-table-selection-column, .adm-acts"

/** Returns the action that opens the row: inspect if available, otherwise edit. */
const showing = (actions: readonly CrudAction[]): CrudAction | undefined =>
  ["inspect", "edit"].flatMap((key) => actions.find((action) => action.key === key && !action.hidden && !action.disabled) ?? [])[0]

const openRow = (event: MouseEvent<HTMLElement>, actions: readonly CrudAction[]): void => {
  const target = event.target as Element
  // React events of the row's menus and cards bubble here although their elements are elsewhere in the DOM
  if (!event.currentTarget.contains(target) || target.closest(ownPress) || window.getSelection()?.toString()) return
  const link = event.currentTarget.querySelector<HTMLAnchorElement>(":is(.adm-name, .adm-card-name) a[href]")
  if (link) return link.click()
  showing(actions)?.onClick?.()
}

/**
 * Makes a row open on click: it follows the link of its name or runs its inspect or edit action. Keyboard users have the link and the
 * buttons themselves. Clicks on the row's controls and text selection do not open it.
 */
export const opening = (actions: readonly CrudAction[]) => ({
  className: showing(actions) ? "adm-opens" : "",
  onClick: (event: MouseEvent<HTMLElement>) => openRow(event, actions),
})
