"use client"

import { useState } from "react"
import type { CrudField, Named } from "@/components/admin/crud/field"
import { FormDrawer } from "@/components/admin/crud/form-drawer"
import { Icon } from "@/components/ui/icon"
import { api } from "@/lib/api/client"
import type { Input, Output } from "@/lib/contract/types"
import { webhookEventOptions } from "@/lib/contract/site/webhook.events"
import { SecretDrawer } from "./secret-drawer"

/** The form fields of a webhook, for creating and editing. */
export const webhookForm = {
  title: { label: "名称", title: true, max: 64, required: "请输入名称", placeholder: "例如：内部通知" },
  url: {
    label: "地址",
    kind: "link",
    max: 2_000,
    required: "请输入地址",
    placeholder: "https://example.com/hook",
    hint: "事件发生后，网站会把它 POST 到这里；地址只有站长可以填写和更改",
  },
  // the server reports a missing choice: a group of checkboxes has no attribute for it
  events: { label: "事件", kind: "enums", options: webhookEventOptions, initial: [], always: true, hint: "至少选择一种" },
} as const satisfies Record<string, CrudField>

const fields: Named[] = Object.entries(webhookForm).map(([name, field]) => ({ ...field, name }))

/** 新增 Webhook: displays the secret afterwards, this once. */
export const NewWebhook = ({ onDone }: { onDone: () => void }) => {
  const [open, setOpen] = useState(false)
  const [made, setMade] = useState<Output<"POST /webhook"> | null>(null)
  return (
    <>
      <button type="button" className="bt p adm-last" onClick={() => setOpen(true)}>
        <Icon name="plus" small />
        新增 Webhook
      </button>
      <FormDrawer
        open={open}
        title="新增 Webhook"
        fields={fields}
        row={null}
        onSave={async (values) => {
          const reply = await api("POST /webhook", values as Input<"POST /webhook">)
          if (reply.ok) {
            setMade(reply.data)
            onDone()
          }
          return reply
        }}
        onClose={() => setOpen(false)}
      />
      {made && <SecretDrawer title={made.title} secret={made.secret} onClose={() => setMade(null)} />}
    </>
  )
}
