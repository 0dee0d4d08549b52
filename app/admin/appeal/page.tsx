"use client"

import { crudPage } from "@/components/admin/crud-page"
import { AppealPanel } from "@/components/people/appeal/admin/appeal-panel"
import { entities } from "@/lib/contract/entities"
import { AppealStatus, DecisionKind } from "@/lib/contract/people/appeal.enums"

/** Appeals against rejections and punishments. */
export default crudPage(entities.appeal, {
  searchIn: "标题或理由",
  create: false,
  edit: false,
  remove: false,
  views: [
    { label: "待答复", filters: { status: [String(AppealStatus.waiting)] }, counted: true },
    { label: "全部", filters: {} },
  ],
  panels: { appeal: AppealPanel },
  rowActions: (row, { crud, show }) => [
    {
      key: "appeal",
      label: row.status === AppealStatus.waiting && crud.may("AnswerAppeal") ? "答复" : "查看",
      icon: "flag",
      onClick: () => show("appeal", [row]),
    },
  ],
  empty: { title: "没有申诉", text: "有人对审核结果或处罚提出申诉后，会出现在这里，由没有作出原处理的同事答复。" },
  fields: {
    title: { label: "对什么", title: true, form: false },
    kind: { label: "类型", kind: "enum", options: DecisionKind, search: true, form: false },
    content: { label: "理由", kind: "textarea", form: false, card: true },
    user_id: { label: "申诉人", kind: "user", form: false, card: true, text: (row) => row.username },
    status: {
      label: "状态",
      kind: "enum",
      options: AppealStatus,
      tones: { [AppealStatus.waiting]: "warn", [AppealStatus.upheld]: "ok", [AppealStatus.dismissed]: "bad" },
      search: true,
      form: false,
      card: true,
    },
    answered_by: { label: "答复人", form: false },
    answer: { label: "答复", form: false, column: "hidden" },
    created_at: { label: "申诉时间", kind: "datetime", form: false },
  },
})
