"use client"

import { useState } from "react"
import { useCall } from "@/components/ui/form/use-call"
import { useFeedback } from "@/components/providers/feedback"
import { MoreIcon } from "@/components/ui/more-icon"
import { Time } from "@/components/ui/time"
import { api } from "@/lib/api/client"
import { hasPasskeys, makePasskey } from "@/lib/api/passkey"
import type { Passkey } from "@/lib/contract/types"
import { deviceOf } from "@/lib/rules/device"
import { day } from "@/lib/rules/time"
import { NameBox } from "./name-box"

type Props = { passkeys: Passkey[]; now: number; addable: boolean; onChanged: (recoveryCodes?: string[]) => void }

/** The user's passkeys: add in this browser, rename, remove. `addable`: the site has a domain that passkeys can belong to. */
export const PasskeyRows = ({ passkeys, now, addable, onChanged }: Props) => {
  const feedback = useFeedback()
  const { busy, call } = useCall()
  const [renamed, setRenamed] = useState<Passkey | null>(null)

  const add = async () => {
    if (!hasPasskeys()) return feedback.error("这个浏览器不支持通行密钥，请换一个浏览器")
    const added = await call(async () => {
      const begun = await api("POST /user/passkey/begin")
      if (!begun.ok) return begun
      const made = await makePasskey(begun.data.options)
      return made.ok ? api("POST /user/passkey", { name: deviceOf(navigator.userAgent).name, passkey: made.data }) : made
    })
    if (!added) return
    if (!added.recovery_code.length) feedback.success("通行密钥已经添加")
    onChanged(added.recovery_code)
  }
  const remove = async ({ id, name }: Passkey) => {
    const content = "删除后不能再用它登录。设备或密码管理器里保存的那一份要另外删除。"
    if (!(await feedback.confirm({ title: `删除“${name}”`, content, okText: "删除", danger: true }))) return
    if (await call(() => api("DELETE /user/passkey", { id }), { done: "通行密钥已经删除" })) onChanged()
  }
  return (
    <>
      <li>
        <div className="row-main">
          <MoreIcon name="key" />
          <div>
            <b>通行密钥</b>
            <p className="muted">用指纹、面容、锁屏密码或安全密钥登录，不用输入密码。</p>
          </div>
          {addable && (
            <button type="button" className="bt" disabled={busy} aria-label="添加通行密钥" onClick={() => void add()}>
              添加
            </button>
          )}
        </div>
        {passkeys.map((passkey) => (
          <div key={passkey.id} className="row-sub">
            <div>
              <span>{passkey.name}</span>
              <p className="meta">
                {passkey.created_at && <span>{day(passkey.created_at)} 添加</span>}
                {passkey.last_used_at ? (
                  <span>
                    <Time value={passkey.last_used_at} now={now} />
                    使用
                  </span>
                ) : (
                  <span>还没有用过</span>
                )}
              </p>
            </div>
            <button
              type="button"
              className="bt sm"
              disabled={busy}
              aria-label={`给 ${passkey.name} 改名`}
              onClick={() => setRenamed(passkey)}
            >
              改名
            </button>
            <button
              type="button"
              className="bt sm danger"
              disabled={busy}
              aria-label={`删除 ${passkey.name}`}
              onClick={() => void remove(passkey)}
            >
              删除
            </button>
          </div>
        ))}
      </li>
      {renamed && <NameBox passkey={renamed} onDone={() => (setRenamed(null), onChanged())} onClose={() => setRenamed(null)} />}
    </>
  )
}
