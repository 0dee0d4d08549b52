"use client"

import { useMemo, useState } from "react"
import { FormDrawer } from "@/components/admin/crud/form-drawer"
import { withCreditName, type Named } from "@/components/admin/crud/field"
import { readUsers } from "@/components/admin/form/read-users"
import { useSettings } from "@/components/providers/settings"
import { Icon } from "@/components/ui/icon"
import { api } from "@/lib/api/client"
import { count } from "@/lib/rules/format"
import { maxRecharge } from "@/lib/rules/money/recharge"

const fields: Named[] = [
  { name: "user_id", label: "用户", kind: "user", required: "请选择用户" },
  { name: "credit", label: "{credit}数", kind: "number", min: 1, max: maxRecharge, required: "请输入数量", hint: "每次 1 到 100 万" },
  { name: "remark", label: "备注", kind: "textarea", max: 255, required: "请输入充值备注" },
]

/** 系统充值: grants a user credits from the site, with a reason. The user sees them among their orders and credits. */
export const SystemRecharge = ({ onDone }: { onDone: () => void }) => {
  const { credit_name } = useSettings().system
  const named = useMemo(() => fields.map((field) => withCreditName(field, credit_name)), [credit_name])
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="bt p adm-last" onClick={() => setOpen(true)}>
        <Icon name="plus" small />
        系统充值
      </button>
      <FormDrawer
        open={open}
        title="系统充值"
        fields={named}
        row={null}
        ok="充值"
        done="充值成功"
        question={async ({ user_id, credit }) => {
          const user = await readUsers([Number(user_id)])
          if (!user.ok) return user
          const title = `给 ${user.data}充值 ${count(Number(credit))} ${credit_name}？`
          return { ...user, data: { title, content: "确认后立即到账。", okText: "确认充值" } }
        }}
        onSave={async ({ user_id, credit, remark }) => {
          const reply = await api("POST /order/system/recharge", {
            user_id: Number(user_id),
            credit: Number(credit),
            remark: String(remark),
          })
          if (reply.ok) onDone()
          return reply
        }}
        onClose={() => setOpen(false)}
      />
    </>
  )
}
