"use client"

import { useState } from "react"
import { BusyButton } from "@/components/ui/busy-button"
import type { PanelProps } from "@/components/admin/crud/options"
import { SidePanel } from "@/components/admin/form/side-panel"
import { useCall } from "@/components/ui/form/use-call"
import { useFeedback } from "@/components/providers/feedback"
import { MoreIcon } from "@/components/ui/more-icon"
import { api } from "@/lib/api/client"
import { RefusalNote } from "@/components/ui/refusal-note"

type Props = { title: string; secret: string; onClose: () => void }

/** Displays the secret of a webhook, this once, and explains how the receiver uses it. */
export const SecretDrawer = ({ title, secret, onClose }: Props) => {
  const feedback = useFeedback()
  const [copied, setCopied] = useState(false)
  const copy = () =>
    navigator.clipboard.writeText(secret).then(
      () => {
        setCopied(true)
        feedback.success("复制成功")
      },
      () => feedback.error("没能复制，请选中密钥后复制"),
    )
  const close = async () => {
    const ask = {
      title: "密钥还没有复制",
      content: "关闭后不能再看到它；没有保存的话，可以更换一个。",
      okText: "关闭",
      cancelText: "继续查看",
    }
    if (copied || (await feedback.confirm(ask))) onClose()
  }
  return (
    <SidePanel
      onClose={() => void close()}
      title={`签名密钥 · ${title}`}
      footer={
        <>
          <button type="button" className="bt" onClick={() => void close()}>
            关闭
          </button>
          <button type="button" className="bt p" onClick={() => void copy()}>
            复制密钥
          </button>
        </>
      }
    >
      <div className="alert warn">
        <MoreIcon name="alert" />
        <span>
          <b>只显示这一次。</b>请现在复制，放进接收方的程序里。
        </span>
      </div>
      <output className="hook-secret num">{secret}</output>
      <Verifying />
    </SidePanel>
  )
}

/** Explains how a receiver verifies that a request comes from this site. */
const Verifying = () => (
  <div className="hook-how">
    <h3>接收方怎么验证</h3>
    <ol>
      <li>
        把请求头 <code>webhook-id</code>、<code>webhook-timestamp</code> 和收到的原文用点连起来：<code>id.时间.原文</code>
      </li>
      <li>
        密钥去掉 <code>whsec_</code> 后按 Base64 解开，用它算 HMAC-SHA256，再写成 Base64
      </li>
      <li>
        结果应是 <code>webhook-signature</code> 里的一个 <code>v1,…</code>；时间离现在超过五分钟的不收
      </li>
      <li>
        在 10 秒内回答 2xx；同一个 <code>webhook-id</code> 可能来两次，只处理一次
      </li>
    </ol>
    <p className="muted">格式是 Standard Webhooks，各种语言都有现成的库。</p>
  </div>
)

/** 更换密钥: the old secret also signs for one more day, so that the receiver can switch without a gap. */
export const ReplaceSecret = ({ rows, crud, onClose }: PanelProps<"/webhook">) => {
  const { busy, refusal, call } = useCall({ inline: true })
  const [secret, setSecret] = useState("")
  const { id, title, secret_hint } = rows[0]!
  const replace = async () => {
    const made = await call(() => api("PUT /webhook/secret", { id }))
    if (!made) return
    setSecret(made.secret)
    crud.reload()
  }
  if (secret) return <SecretDrawer title={title} secret={secret} onClose={onClose} />
  return (
    <SidePanel
      onClose={onClose}
      title={`签名密钥 · ${title}`}
      footer={
        <>
          <button type="button" className="bt" onClick={onClose}>
            取消
          </button>
          <BusyButton className="p" busy={busy} disabled={busy} onClick={() => void replace()}>
            更换密钥
          </BusyButton>
        </>
      }
    >
      <RefusalNote text={refusal} />
      <p>
        现在的密钥以 <code>{secret_hint}</code> 开头，不能再看到。更换后，一天之内新旧两个密钥都会签名，接收方可以从容换上。
      </p>
    </SidePanel>
  )
}
