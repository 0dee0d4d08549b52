"use client"

import { useState } from "react"
import "@/app/styles/form.css"
import "@/app/styles/people/account-me-form.css"
import "@/app/styles/people/account-me-settings.css"
import { useFeedback } from "@/components/providers/feedback"
import { Box } from "@/components/ui/box"
import type { MadeToken } from "./new-token-box"

/** Displays a new token, this once, and explains how to send it. */
export const MadeTokenBox = ({ token: { name, token }, onClose }: { token: MadeToken; onClose: () => void }) => {
  const feedback = useFeedback()
  const [said, setSaid] = useState("")
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(token)
      setSaid("令牌已经复制，请保存到安全的地方。")
    } catch {
      setSaid("浏览器不允许复制，请选中后手动复制。")
    }
  }
  const close = () => {
    if (!said) feedback.info("令牌不会再显示；没有保存的话，撤销后再建一个。")
    onClose()
  }
  return (
    <Box open title={`“${name}”的令牌`} onClose={close}>
      <div className="fm token-form">
        <p className="muted">只显示这一次。谁拿到它，谁就能代你调用接口，不要写进公开的代码里。</p>
        <output className="token-text">{token}</output>
        <p className="muted">调用时放在请求头里：</p>
        <code className="token-text">Authorization: Bearer {token.slice(0, 7)}…</code>
        <p className="row-state" role="status">
          {said}
        </p>
        <div className="form-acts">
          <button type="button" className="bt" onClick={() => void copy()}>
            复制令牌
          </button>
          <button type="button" className="bt p" onClick={close}>
            完成
          </button>
        </div>
      </div>
    </Box>
  )
}
