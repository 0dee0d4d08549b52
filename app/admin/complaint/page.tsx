"use client"

import { crudPage } from "@/components/admin/crud-page"
import { ComplaintPanel } from "@/components/community/complaint/admin/complaint-panel"
import { StatusTag } from "@/components/community/complaint/case-facts"
import { entities } from "@/lib/contract/entities"
import { ComplaintStatus } from "@/lib/contract/community/complaint.enums"

const { pending, countered, takenDown } = ComplaintStatus

/** Copyright complaints and their handling. */
export default crudPage(entities.complaint, {
  searchIn: "编号、投诉人或作品",
  create: false,
  edit: false,
  remove: false,
  views: [
    { label: "等待处理", filters: { status: [String(pending), String(countered)] }, counted: true },
    { label: "已下架", filters: { status: [String(takenDown)] } },
  ],
  panels: { case: ComplaintPanel },
  rowActions: (row, { crud, show }) => [
    { key: "case", label: "查看", icon: "flag", hidden: !crud.may("GetComplaint"), onClick: () => show("case", [row]) },
  ],
  empty: { title: "没有版权投诉", text: "权利人在 /complaint 提交投诉后，会出现在这里。" },
  fields: {
    number: { label: "编号", title: true, form: false },
    title: {
      label: "投诉的内容",
      form: false,
      card: true,
      text: (row) => (row.targets > 1 ? `${row.title} 等 ${row.targets} 份` : row.title),
    },
    status: {
      label: "状态",
      kind: "enum",
      options: ComplaintStatus,
      search: true,
      form: false,
      card: true,
      render: (row) => <StatusTag status={row.status} />,
    },
    claimant: { label: "投诉人", form: false, card: true },
    work: { label: "作品", form: false, column: "hidden" },
    user_id: { label: "上传者", kind: "user", form: false, card: true, text: (row) => row.username },
    due_at: { label: "期限", kind: "datetime", form: false, card: true },
    created_at: { label: "提交时间", kind: "datetime", form: false },
  },
})
