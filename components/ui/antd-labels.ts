/*
 * antd and its parts have English labels for screen readers that no locale translates: buttons ("Clear", "Increase Value") and the names of
 * icons ("close-circle"). They are translated where they appear.
 */

const labels: Record<string, string> = {
  "add tab": "新增标签页",
  clear: "清除",
  "clear color": "清除颜色",
  close: "关闭",
  "close-circle": "清除",
  "increase value": "增加",
  "decrease value": "减少",
  "select all": "全选",
  "custom selection": "选择",
  "expanded dropdown": "更多",
  expanded: "收起",
  collapsed: "展开",
  remove: "移除",
  delete: "删除",
  search: "搜索",
  loading: "正在加载",
  calendar: "日历",
  "clock-circle": "时间",
  "swap-right": "到",
  left: "上一页",
  right: "下一页",
  "double-left": "往前几页",
  "double-right": "往后几页",
  "check-circle": "成功",
  "exclamation-circle": "注意",
  "info-circle": "提示",
  ellipsis: "更多",
  eye: "显示",
  "eye-invisible": "隐藏",
  qrcode: "二维码",
  "qr-code": "二维码",
}
const buttons = "button, [role=button], .ant-picker-clear"
const rowLabel = /^(?:Select row|Row) (\d+)( selected)?$/

const labelOf = (label: string): string | undefined => {
  const [, row, isSelected] = rowLabel.exec(label) ?? []
  if (row) return isSelected ? `第 ${row} 行，已选` : `选择第 ${row} 行`
  return labels[label.toLowerCase()]
}

/** Checks whether a button would have no name without the label of the icon in it. */
const isOnlyName = (icon: Element): boolean => {
  const button = icon.closest(buttons)
  return button !== null && !button.textContent?.trim() && !button.hasAttribute("aria-label") && !button.hasAttribute("aria-labelledby")
}

const translate = (element: Element): void => {
  const label = element.getAttribute("aria-label")
  if (!label || !/^[A-Za-z][\w -]*$/.test(label)) return
  // an icon outside of a button is decoration: the text beside it says the same
  const isDecoration = element.classList.contains("anticon") && element.closest(buttons) === null
  const chinese = isDecoration ? undefined : labelOf(label)
  if (chinese) element.setAttribute("aria-label", chinese)
  else if (element.classList.contains("anticon") && !isOnlyName(element)) {
    element.removeAttribute("aria-label")
    element.setAttribute("aria-hidden", "true")
  }
}
const translateBelow = (root: Element): void => {
  translate(root)
  for (const element of root.querySelectorAll("[aria-label]")) translate(element)
}

let followers = 0
let observer: MutationObserver | null = null

/** Translates the labels of the page, now and while it changes. Returns the function that ends it. */
export const followLabels = (): (() => void) => {
  if (followers++ === 0) {
    translateBelow(document.body)
    observer = new MutationObserver((changes) => {
      for (const { type, target, addedNodes } of changes) {
        if (type === "attributes") translate(target as Element)
        for (const node of addedNodes) if (node instanceof Element) translateBelow(node)
      }
    })
    observer.observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ["aria-label"] })
  }
  return () => {
    if (--followers > 0) return
    observer?.disconnect()
    observer = null
  }
}
