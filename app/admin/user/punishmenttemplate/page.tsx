"use client"

import { crudPage } from "@/components/admin/crud-page"
import { PunishmentKinds } from "@/components/people/punishment/admin/punishment-kinds"
import { entities } from "@/lib/contract/entities"
import { PunishmentSpan, PunishmentType } from "@/lib/contract/people/punishment.enums"

/** Templates for the form of a punishment. */
export default crudPage(entities.punishmentTemplate, {
  searchIn: "名称或原因",
  empty: { title: "还没有处罚模板", text: "把常用的处罚存成模板，处罚用户时选一个，类型、时长和原因就都填好了。" },
  fields: {
    title: { label: "名称", title: true, required: true, max: 50, hint: "例如“发广告，第一次”" },
    type: {
      label: "类型",
      required: "请选择处罚类型",
      card: true,
      initial: [],
      text: (row) => row.type.map((type) => PunishmentType.labelOf(type)).join("、"),
      input: () => <PunishmentKinds many />,
    },
    hours: { label: "有效时间", kind: "enum", options: PunishmentSpan, initial: PunishmentSpan.permanent, card: true },
    reason: { label: "原因", kind: "textarea", max: 1000, hint: "用户会看到" },
    enable: { label: "启用", kind: "switch", initial: true, search: true, inline: true, card: true },
    sort: { label: "排序", kind: "number", initial: 0, inline: true, hint: "大的在前" },
  },
})
