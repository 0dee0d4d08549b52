/**
 * Every enumeration of the API, defined once, with its Chinese labels (docs/reference/specification.md 3). No zod in this file, because it
 * is shipped to browsers.
 */
export const labelled = <const T extends Record<string, readonly [number | string, string]>>(entries: T) => {
  /** any number, so that unknown values from elsewhere have a label too; of strings, only the declared ones */
  type Value = T[keyof T][0] extends number ? number : T[keyof T][0]
  const values = Object.fromEntries(Object.entries(entries).map(([name, [value]]) => [name, value]))
  const options = Object.values(entries).map(([value, label]) => ({ value: value as Value, label }))
  const labelOf = (value: Value extends number ? number : string) => options.find((option) => option.value === value)?.label ?? "未知"
  return { ...(values as { [K in keyof T]: T[K][0] }), options, labelOf }
}

export const DocumentStatus = /* @__PURE__ */ labelled({
  pending: [0, "等待转换"],
  converting: [1, "转换中"],
  converted: [2, "已转换"],
  failed: [3, "转换失败"],
  disabled: [4, "已禁用"],
  reconvert: [5, "等待重新转换"],
  reviewing: [6, "待审核"],
  rejected: [7, "已拒绝"],
})

export const ReviewStatus = /* @__PURE__ */ labelled({
  pending: [0, "待审核"],
  approved: [1, "已通过"],
  rejected: [2, "未通过"],
})

export const ContentKind = /* @__PURE__ */ labelled({
  document: [0, "文档"],
  article: [1, "文章"],
})

/** How a document is paid for; members download `vip` ones free. */
export const FeeType = /* @__PURE__ */ labelled({
  free: ["free", "免费"],
  charge: ["charge", "付费"],
  vip: ["vip", "VIP 特享"],
})

export const VipType = /* @__PURE__ */ labelled({
  year: [0, "年卡VIP"],
  quarter: [1, "季卡VIP"],
  month: [2, "月卡VIP"],
})

/** Accounts are normal or disabled (by a punishment); the other values exist only on compatible servers. */
export const UserStatus = /* @__PURE__ */ labelled({
  normal: [0, "正常"],
  disabled: [1, "已禁用"],
  reviewing: [2, "审核中"],
  rejected: [3, "已拒绝"],
  ignored: [4, "已忽略"],
})
