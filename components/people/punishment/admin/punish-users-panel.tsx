"use client"

import { useMay } from "@/components/providers/use-may"
import { FormDrawer } from "@/components/admin/crud/form-drawer"
import type { Named } from "@/components/admin/crud/field"
import type { PanelProps } from "@/components/admin/crud/options"
import { readUsers } from "@/components/admin/form/read-users"
import { api } from "@/lib/api/client"
import type { Input } from "@/lib/contract/types"
import { isRoot } from "@/lib/rules/people/staff"
import { punishmentQuestion } from "../punishment-question"
import { PunishmentHistory } from "../punishment-history"
import { PunishmentKinds } from "./punishment-kinds"
import { TemplateSelect } from "./template-select"

const fields: Named[] = [
  {
    name: "template",
    label: "模板",
    input: () => <TemplateSelect />,
    hint: "选一个，下面就填好了",
  },
  { name: "type", label: "类型", required: "请选择处罚类型", input: () => <PunishmentKinds many /> },
  { name: "end_time", label: "截止时间", kind: "datetime", expiry: true, hint: "不填就一直有效" },
  { name: "reason", label: "原因", kind: "textarea", max: 1000, hint: "用户会看到" },
  { name: "remark", label: "备注", kind: "textarea", max: 1000, hint: "只有管理员看得到" },
]

/** Restricts the chosen users (POST /punishment); the first administrator is left out. */
export const PunishUsersPanel = ({ rows, crud, onClose }: PanelProps<"/user">) => {
  const users = rows.filter((user) => !isRoot(user))
  const [only] = users
  const title = users.length === 1 ? `处罚 ${only!.username}` : `处罚 ${users.length} 位用户`
  const may = useMay()
  const templates = may("PunishmentAPI/ListPunishmentTemplate")
  const save = async ({ template: _, ...values }: Record<string, unknown>) => {
    const reply = await api("POST /punishment", {
      ...values,
      user_id: users.map(({ id }) => id),
      enable: true,
    } as Input<"POST /punishment">)
    if (reply.ok) crud.reload()
    return reply
  }
  return (
    <FormDrawer
      open
      title={title}
      fields={templates ? fields : fields.filter(({ name }) => name !== "template")}
      row={null}
      question={async ({ type, end_time }) => {
        const names = await readUsers(users.map(({ id }) => id))
        return names.ok ? { ...names, data: punishmentQuestion(names.data, type, end_time) } : names
      }}
      onSave={save}
      onClose={onClose}
      done="处罚已经生效"
      ok="确定处罚"
      danger
    >
      {users.length === 1 && may("PunishmentAPI/ListPunishment") && <PunishmentHistory userId={only!.id} />}
    </FormDrawer>
  )
}
