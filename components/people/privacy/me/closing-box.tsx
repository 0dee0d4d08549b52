"use client"

import { useRouter } from "next/navigation"
import { useState, type FormEvent } from "react"
import "@/app/styles/people/account-me-form.css"
import { useCall } from "@/components/ui/form/use-call"
import { useSessionStore } from "@/components/providers/session"
import { api } from "@/lib/api/client"
import { minute } from "@/lib/rules/time"
import { Box } from "@/components/ui/box"
import { BoxActs, BoxField, BoxPassword } from "@/components/ui/box-form"

export const closingWord = "注销账号"

type Props = { open: boolean; hasPassword: boolean; onClose: () => void }

/** Explains account closing, asks twice, and displays the date. */
export const ClosingBox = ({ open, hasPassword, onClose }: Props) => (
  <Box open={open} title="注销账号" onClose={onClose}>
    <Steps hasPassword={hasPassword} onClose={onClose} />
  </Box>
)

const Steps = ({ hasPassword, onClose }: Omit<Props, "open">) => {
  const router = useRouter()
  const store = useSessionStore()
  const [password, setPassword] = useState("")
  const [word, setWord] = useState("")
  const [wrong, setWrong] = useState("")
  const { busy, refusal, refuse, call } = useCall({ inline: true })
  const [date, setDate] = useState("")

  const close = async (event: FormEvent) => {
    event.preventDefault()
    setWrong("")
    if (hasPassword && !password) return setWrong("请输入你的登录密码")
    if (word.trim() !== closingWord) return refuse(`请输入“${closingWord}”四个字`)
    const closing = await call(() => api("POST /user/close", hasPassword ? { password } : {}), {
      onRefused: ({ field, message }) => {
        if (field === "password") setWrong(message)
        return field === "password"
      },
    })
    if (!closing) return
    setDate(closing.closing_at ? minute(closing.closing_at) : "")
    void store.getState().reload()
    router.refresh()
  }

  if (date)
    return (
      <div className="fm" role="status">
        <p>
          已提交。账号将在 <b className="num">{date}</b> 注销，在那之前可以随时回到这里撤销。
        </p>
        <div className="form-acts">
          <button type="button" className="bt p" onClick={onClose}>
            知道了
          </button>
        </div>
      </div>
    )
  return (
    <form className="fm" noValidate onSubmit={(event) => void close(event)}>
      <ul className="points">
        <li>提交后先进入冷静期，这段时间里账号照常使用，随时可以撤销。</li>
        <li>到期后资料、收藏和下载记录会删除，余额作废，不能恢复。</li>
        <li>已经发布的文档和文章会留下，作者显示为“已注销用户”；不想留下就先删除它们。</li>
      </ul>
      {hasPassword && <BoxPassword value={password} wrong={wrong} onChange={setPassword} />}
      <BoxField label={`输入“${closingWord}”确认`} value={word} maxLength={16} autoComplete="off" wrong={refusal} onChange={setWord} />
      <BoxActs cancel="再想想" submit="注销账号" working="正在提交" busy={busy} danger onCancel={onClose} />
    </form>
  )
}
