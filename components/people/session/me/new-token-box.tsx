"use client"

import { useId, useState, type FormEvent } from "react"
import "@/app/styles/form.css"
import "@/app/styles/people/account-me-form.css"
import "@/app/styles/people/account-me-settings.css"
import { useCall } from "@/components/ui/form/use-call"
import { useSession } from "@/components/providers/session"
import { Box } from "@/components/ui/box"
import { BoxActs, BoxField } from "@/components/ui/box-form"
import { api } from "@/lib/api/client"
import { tokenDays, tokenScopeNames, tokenScopes, type TokenScope } from "@/lib/contract/people/session.token-scopes"
import { isStaff } from "@/lib/rules/people/staff"

export type MadeToken = { name: string; token: string }
type Props = { onMade: (token: MadeToken) => void; onClose: () => void }

const firstDays = 90

/** Asks for a token's name, scope and lifetime. Only staff can choose the staff scope. */
export const NewTokenBox = ({ onMade, onClose }: Props) => {
  const id = useId()
  const staff = useSession(isStaff)
  const [name, setName] = useState("")
  const [scope, setScope] = useState<ReadonlySet<TokenScope>>(new Set(["read"]))
  const [days, setDays] = useState<number>(firstDays)
  const { busy, refusal, refuse, call } = useCall({ inline: true })

  const toggle = (one: TokenScope) =>
    setScope((before) => new Set(before.has(one) ? [...before].filter((other) => other !== one) : [...before, one]))
  const make = async (event: FormEvent) => {
    event.preventDefault()
    if (!name.trim()) return refuse("请输入令牌的名称，说明它给什么程序用")
    if (!scope.size) return refuse("请至少选择一项权限")
    const made = await call(() => api("POST /user/token", { name: name.trim(), scope: [...scope], days }))
    if (made) onMade({ name: name.trim(), token: made.token })
  }
  return (
    <Box open title="新建访问令牌" onClose={onClose}>
      <form className="fm token-form" noValidate onSubmit={(event) => void make(event)}>
        <BoxField
          label="名称"
          value={name}
          maxLength={64}
          placeholder="给什么程序用，例如 备份脚本"
          autoComplete="off"
          wrong={refusal}
          first
          onChange={setName}
        />
        <fieldset className="token-scopes">
          <legend>它可以做什么</legend>
          {tokenScopeNames
            .filter((one) => one !== "admin" || staff)
            .map((one) => (
              <label key={one}>
                <input type="checkbox" checked={scope.has(one)} onChange={() => toggle(one)} />
                <b>{tokenScopes[one].label}</b>
                <small>{tokenScopes[one].about}</small>
              </label>
            ))}
        </fieldset>
        <div>
          <label htmlFor={`${id}days`}>有效期</label>
          <span>
            <select id={`${id}days`} className="in" value={days} onChange={(event) => setDays(Number(event.target.value))}>
              {tokenDays.map((count) => (
                <option key={count} value={count}>
                  {count} 天
                </option>
              ))}
            </select>
          </span>
        </div>
        <BoxActs cancel="取消" submit="新建" working="正在新建" busy={busy} onCancel={onClose} />
      </form>
    </Box>
  )
}
