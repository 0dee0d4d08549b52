/** Root class names of antd 6, longest first, so that `input-number` does not match `input`. */
export const roots = [
  "affix alert anchor app auto-complete avatar badge breadcrumb btn calendar card carousel cascader checkbox col collapse",
  "color-picker descriptions divider drawer dropdown empty flex float-btn form image input input-number input-otp layout list",
  "masonry mentions menu message modal notification otp pagination picker popconfirm popover progress qrcode radio rate result",
  "ribbon row segmented select select-tree skeleton slider space spin splitter statistic steps switch table tabs tag timeline",
  "tooltip tour transfer tree tree-select typography upload watermark border-beam listy",
]
  .flatMap((line) => line.split(" "))
  .sort((a, b) => b.length - a.length)

/** Root class names that each component renders. A component not listed renders only its own name in kebab-case. */
const parts = {
  App: ["app", "message", "notification", "modal", "btn"],
  AutoComplete: ["auto-complete", "select", "input", "empty"],
  Button: ["btn", "space"],
  Cascader: ["cascader", "select", "checkbox", "empty", "tree"],
  Col: ["col"],
  ColorPicker: ["color-picker", "popover", "input", "input-number", "select", "slider", "collapse", "segmented", "divider", "space", "btn"],
  DatePicker: ["picker", "btn", "tag"],
  Drawer: ["drawer", "btn", "skeleton"],
  Dropdown: ["dropdown", "menu", "btn", "tooltip"],
  Form: ["form", "row", "col", "tooltip"],
  Image: ["image", "progress"],
  Input: ["input", "otp", "input-otp", "btn", "space"],
  InputNumber: ["input-number", "space"],
  List: ["list", "spin", "empty", "pagination", "row", "col"],
  Menu: ["menu", "tooltip"],
  Modal: ["modal", "btn", "skeleton"],
  Pagination: ["pagination", "select", "input"],
  Popconfirm: ["popconfirm", "popover", "btn"],
  QRCode: ["qrcode", "spin"],
  Row: ["row"],
  Select: ["select", "empty", "tag"],
  Table: ["table", "pagination", "select", "checkbox", "radio", "spin", "empty", "dropdown", "menu", "btn", "tooltip", "tree", "input"],
  Tabs: ["tabs", "dropdown", "menu"],
  Tree: ["tree", "checkbox"],
  TreeSelect: ["tree-select", "select-tree", "select", "tree", "checkbox", "empty"],
  Typography: ["typography", "tooltip", "input", "btn"],
  Upload: ["upload", "progress", "tooltip", "btn"],
}

const kebab = (name) => name.replace(/(?<=[a-z])[A-Z]/g, (letter) => `-${letter}`).toLowerCase()

export const blocksOf = (name) => parts[name] ?? [kebab(name)]
