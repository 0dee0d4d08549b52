"use client"

import { useMemo, useState } from "react"
import { FormDrawer } from "@/components/admin/crud/form-drawer"
import { withCreditName, type Named } from "@/components/admin/crud/field"
import { useSettings } from "@/components/providers/settings"
import { Icon } from "@/components/ui/icon"
import { api } from "@/lib/api/client"
import type { Input, Output } from "@/lib/contract/types"
import { maxCodes } from "@/lib/contract/money/download-code.batch"
import { IssuedCodes } from "./issued-codes"

const fields: Named[] = [
  {
    name: "count",
    label: "数量",
    kind: "number",
    min: 1,
    max: maxCodes,
    required: "请输入数量",
    initial: 100,
    hint: `每次 1 到 ${maxCodes} 个`,
  },
  {
    name: "remark",
    label: "备注",
    kind: "textarea",
    max: 255,
    required: "请输入备注",
    placeholder: "例如：公众号活动，第三批",
    hint: "只有管理人员看得到，可以用来查找",
  },
  { name: "expired_at", label: "过期时间", kind: "datetime", expiry: true, hint: "不填则一直有效" },
  { name: "max_price", label: "最多用于多少{credit}的文档", kind: "number", min: 0, max: 1_000_000, hint: "不填或 0 则按下载配置" },
  { name: "document_id", label: "只能用于这份文档", kind: "number", min: 0, hint: "填文档列表里的 ID；不填则任何付费文档都可以" },
]

/** 生成下载码: the new codes are displayed only once. */
export const IssueCodes = ({ onDone }: { onDone: () => void }) => {
  const { credit_name } = useSettings().system
  const named = useMemo(() => fields.map((field) => withCreditName(field, credit_name)), [credit_name])
  const [open, setOpen] = useState(false)
  const [issued, setIssued] = useState<Output<"POST /downcode"> | null>(null)
  return (
    <>
      <button type="button" className="bt p adm-last" onClick={() => setOpen(true)}>
        <Icon name="plus" small />
        生成下载码
      </button>
      <FormDrawer
        open={open}
        title="生成下载码"
        fields={named}
        row={null}
        ok="生成"
        done="下载码已经生成，请马上保存"
        onSave={async (values) => {
          const reply = await api("POST /downcode", values as Input<"POST /downcode">)
          if (reply.ok) {
            setIssued(reply.data)
            onDone()
          }
          return reply
        }}
        onClose={() => setOpen(false)}
      />
      {issued && <IssuedCodes issued={issued} onClose={() => setIssued(null)} />}
    </>
  )
}
