"use client"

import "@/app/styles/operations/audit.css"
import { crudPage } from "@/components/admin/crud-page"
import { auditKindOptions, auditKinds, auditObjects } from "@/lib/contract/operations/audit.objects"
import { entities } from "@/lib/contract/entities"
import { objectName, subjectText, whoText } from "@/lib/view/operations/audit"
import { Changes, Sent } from "./changes"

const tableOnly = { form: false } as const
const noted = { form: false, column: false } as const

const Line = ({ text }: { text: string }) => (
  <span className="cut" title={text}>
    {text}
  </span>
)

/** 审计日志: which user changed what, and what happened to accounts. An opened row displays the request input and the changes. */
export const AuditScreen = crudPage(entities.audit, {
  title: "审计日志",
  searchIn: "动作，如 退款、登录",
  create: false,
  edit: false,
  remove: false,
  canSelect: () => false,
  inspect: true,
  detail: true,
  // users who may list the log may also read an entry
  rights: { Get: "ListAudit" },
  times: false,
  empty: { title: "还没有记录", text: "员工改动网站的数据、有人登录或被拒绝时，这里会写下一条。" },
  views: [
    { label: "全部", filters: {} },
    { label: "员工操作", filters: { kind: [String(auditKinds.operation)] } },
    { label: "安全事件", filters: { kind: [String(auditKinds.security)] } },
  ],
  fields: {
    created_at: { ...tableOnly, label: "时间", kind: "datetime", search: true, card: true, width: 150 },
    username: { ...tableOnly, label: "谁", card: true, text: whoText, render: (row) => <Line text={whoText(row)} /> },
    title: { ...tableOnly, label: "做了什么", title: true, width: 180 },
    kind: {
      ...tableOnly,
      label: "种类",
      kind: "enum",
      search: true,
      options: auditKindOptions,
      tones: { [auditKinds.operation]: "ok", [auditKinds.security]: "info" },
    },
    detail: { ...tableOnly, label: "对象和说明", card: true, text: subjectText, render: (row) => <Line text={subjectText(row)} /> },
    ip: { ...tableOnly, label: "IP", search: "IP 地址" },
    user_id: { ...noted, label: "用户", kind: "user", search: true, text: (row) => row.username },
    object: {
      ...noted,
      label: "对象种类",
      kind: "enum",
      search: true,
      options: Object.entries(auditObjects).map(([value, label]) => ({ value, label })),
    },
    object_id: { ...noted, label: "对象编号", search: "对象编号，要先选种类" },
    objects: {
      ...noted,
      label: "对象",
      text: (row) =>
        row.objects
          .filter((one) => one.includes(":"))
          .map(objectName)
          .join("、") || "—",
    },
    changes: { ...noted, label: "改动", render: (row) => <Changes row={row} /> },
    input: { ...noted, label: "提交的内容", render: (row) => <Sent row={row} /> },
    action: { ...noted, label: "接口或事件编号" },
    user_agent: { ...noted, label: "浏览器" },
    request: { ...noted, label: "请求编号" },
    id: { ...tableOnly, label: "ID", kind: "number", column: "hidden", text: (row) => String(row.id) },
  },
})
