"use client"

import { useState, type FormEvent } from "react"
import "@/app/styles/form.css"
import "@/app/styles/people/account-me-form.css"
import { useCall } from "@/components/ui/form/use-call"
import { Box } from "@/components/ui/box"
import { BoxActs, BoxField } from "@/components/ui/box-form"
import { api } from "@/lib/api/client"
import type { Passkey } from "@/lib/contract/types"

type Props = { passkey: Passkey; onDone: () => void; onClose: () => void }

/** Renames a passkey, so that its owner recognises the device. */
export const NameBox = ({ passkey, onDone, onClose }: Props) => {
  const [name, setName] = useState(passkey.name)
  const { busy, refusal, refuse, call } = useCall({ inline: true })
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (!name.trim()) return refuse("请输入通行密钥的名称")
    if (await call(() => api("PUT /user/passkey", { id: passkey.id, name: name.trim() }), { done: "名称已经修改" })) onDone()
  }
  return (
    <Box open title="给通行密钥改名" onClose={onClose}>
      <form className="fm" noValidate onSubmit={(event) => void save(event)}>
        <BoxField label="名称" value={name} maxLength={64} autoComplete="off" wrong={refusal} first onChange={setName} />
        <BoxActs cancel="取消" submit="保存" working="正在保存" busy={busy} onCancel={onClose} />
      </form>
    </Box>
  )
}
