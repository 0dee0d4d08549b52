"use client"

import { FormDrawer } from "@/components/admin/crud/form-drawer"
import type { Named } from "@/components/admin/crud/field"
import type { PanelProps } from "@/components/admin/crud/options"
import { api } from "@/lib/api/client"
import type { Input } from "@/lib/contract/types"
import { PunishmentKinds } from "./punishment-kinds"

const fields: Named[] = [
  { name: "type", label: "类型", required: "请选择处罚类型", input: () => <PunishmentKinds many /> },
  { name: "end_time", label: "截止时间", kind: "datetime", expiry: true, hint: "不填就一直有效" },
  { name: "reason", label: "原因", kind: "textarea", max: 1000, hint: "用户会看到" },
  { name: "remark", label: "备注", kind: "textarea", max: 1000, hint: "只有管理员看得到" },
]

/** Restricts the chosen users (POST /punishment); the first administrator is left out. */
export const PunishUsersPanel = ({ rows, crud, onClose }: PanelProps<"/user">) => {
  const users = rows.filter(({ id }) => id !== 1)
  const [only] = users
  const title = users.length === 1 ? `处罚 ${only!.username}` : `处罚 ${users.length} 位用户`
  const save = async (values: Record<string, unknown>) => {
    const reply = await api("POST /punishment", {
      ...values,
      user_id: users.map(({ id }) => id),
      enable: true,
    } as Input<"POST /punishment">)
    if (reply.ok) crud.reload()
    return reply
  }
  return (
    <FormDrawer open title={title} fields={fields} row={null} onSave={save} onClose={onClose} done="处罚已经生效" ok="确定处罚" danger />
  )
}
