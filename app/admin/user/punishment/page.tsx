"use client"

import { crudPage } from "@/components/admin/crud-page"
import { readUsers } from "@/components/admin/form/read-users"
import { PunishmentKinds } from "@/components/people/punishment/admin/punishment-kinds"
import { punishmentQuestion } from "@/components/people/punishment/punishment-question"
import type { Act } from "@/components/admin/crud/use-act"
import { api } from "@/lib/api/client"
import { entities } from "@/lib/contract/entities"
import { PunishmentType } from "@/lib/contract/people/punishment.enums"
import type { Punishment } from "@/lib/contract/types"
import { minute } from "@/lib/rules/time"

const cancel = (act: Act, rows: Punishment[]) => {
  const what = rows.length === 1 ? `“${rows[0]!.username}”的这条处罚` : `${rows.length} 条处罚`
  const ask = { title: `取消${what}？`, content: "取消后立即不再限制。", okText: "取消处罚", cancelText: "先不取消" }
  return () => void act({ ask, call: () => api("PUT /punishment/cancel", { id: rows.map((row) => row.id) }) })
}

const createQuestion = async ({ user_id, type, end_time }: Record<string, unknown>) => {
  const users = await readUsers([user_id].flat().map(Number))
  return users.ok ? { ...users, data: punishmentQuestion(users.data, type, end_time) } : users
}

/** Punishments: user, restriction, end and reason. */
export default crudPage(entities.punishment, {
  searchIn: "原因或备注",
  remove: false,
  createQuestion,
  empty: { title: "没有处罚记录", text: "大家都很守规矩。" },
  canSelect: (row) => row.enable,
  rowActions: (row, { crud, act }) => [
    {
      key: "cancel",
      label: "取消处罚",
      icon: "success",
      hidden: !row.enable || !crud.may("CancelPunishment"),
      onClick: cancel(act, [row]),
    },
  ],
  batchActions: (rows, { crud, act }) => [
    { key: "cancel", label: "取消处罚", icon: "success", hidden: !crud.may("CancelPunishment"), onClick: cancel(act, rows) },
  ],
  fields: {
    user_id: {
      label: "用户",
      kind: "user",
      many: true,
      title: true,
      required: true,
      form: "locked",
      search: true,
      text: (row) => row.username,
    },
    type: {
      label: "类型",
      kind: "enum",
      options: PunishmentType,
      required: "请选择处罚类型",
      search: true,
      card: true,
      input: ({ row }) => <PunishmentKinds many={row === null} />,
    },
    enable: { label: "启用处罚", kind: "switch", initial: true, search: true, card: true },
    end_time: {
      label: "截止时间",
      kind: "datetime",
      expiry: true,
      hint: "不填就一直有效",
      card: true,
      text: (row) => (row.end_time ? minute(row.end_time) : "一直有效"),
      render: (row) => <span className="num nowrap">{row.end_time ? minute(row.end_time) : "一直有效"}</span>,
    },
    reason: { label: "原因", kind: "textarea", max: 1000, hint: "用户会看到" },
    remark: { label: "备注", kind: "textarea", max: 1000, hint: "只有管理员看得到" },
  },
})
