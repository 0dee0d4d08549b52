"use client"

import dynamic from "next/dynamic"
import { useState } from "react"
import { CopyRow } from "@/components/ui/copy-row"
import { ShareState, type ShareStateName } from "@/lib/contract/library/sharing.enums"
import type { ShareLink } from "@/lib/contract/types"
import { count } from "@/lib/rules/format"
import { paths } from "@/lib/rules/path"
import { minute } from "@/lib/rules/time"

const QrCode = dynamic(() => import("@/components/ui/qr-code").then((module) => module.QrCode), { ssr: false })

const codeSize = 168
const states: Record<ShareStateName, { label: string; tone: string }> = {
  [ShareState.open]: { label: "有效", tone: "ok" },
  [ShareState.ready]: { label: "有效", tone: "ok" },
  [ShareState.password]: { label: "有效", tone: "ok" },
  [ShareState.expired]: { label: "已过期", tone: "" },
  [ShareState.usedUp]: { label: "次数已用完", tone: "warn" },
  [ShareState.revoked]: { label: "已失效", tone: "" },
}

const Facts = ({ link }: { link: ShareLink }) => (
  <p className="meta">
    <span className={`tag ${states[link.state].tone}`}>{states[link.state].label}</span>
    <span>
      访问 {count(link.visits)}
      {link.max_visits > 0 && ` / ${count(link.max_visits)}`} 次
    </span>
    <span>{link.expires_at ? `${minute(link.expires_at)} 到期` : "不过期"}</span>
    {link.has_password && <span>要访问密码</span>}
    <span>{link.download ? "可以下载" : "只能阅读"}</span>
    {link.pays && <span>已替 {count(link.paid_visits)} 位读者付费</span>}
  </p>
)

type Props = { link: ShareLink; withTitle: boolean; busy: boolean; onRevoke: () => void }

/** A share link of the user: its state and visits, its address and QR code, and its end. */
export const ShareLinkRow = ({ link, withTitle, busy, onRevoke }: Props) => {
  const [code, setCode] = useState(false)
  const address = window.location.origin + paths.share(link.key)
  const ended = link.state === ShareState.expired || link.state === ShareState.revoked
  return (
    <li>
      {withTitle && <b className="share-title">{link.document_title}</b>}
      <Facts link={link} />
      {!ended && (
        <>
          <CopyRow label="链接" text={address} done="链接已复制，可以发给朋友" hideLabel />
          <div className="share-acts">
            <button type="button" className="bt sm" aria-expanded={code} onClick={() => setCode(!code)}>
              二维码
            </button>
            <button type="button" className="bt sm danger" disabled={busy} aria-label={`撤销 ${address}`} onClick={onRevoke}>
              撤销
            </button>
          </div>
          {code && (
            <div className="share-qr" style={{ width: codeSize, height: codeSize }}>
              <QrCode text={address} size={codeSize} label={`二维码：${address}`} />
            </div>
          )}
        </>
      )}
    </li>
  )
}
