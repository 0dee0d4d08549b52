"use client"

import { useRouter } from "next/navigation"
import { useState } from "react"
import "@/app/styles/people/account-me-settings.css"
import { useCall } from "@/components/ui/form/use-call"
import { useFeedback } from "@/components/providers/feedback"
import { Empty } from "@/components/ui/empty"
import { MoreIcon } from "@/components/ui/more-icon"
import { Link } from "@/components/ui/link"
import { Time } from "@/components/ui/time"
import { api } from "@/lib/api/client"
import { maxTokens, tokenScopeNames, tokenScopes } from "@/lib/contract/people/session.token-scopes"
import type { AccessToken } from "@/lib/contract/types"
import { paths } from "@/lib/rules/path"
import { day } from "@/lib/rules/time"
import { MadeTokenBox } from "./made-token-box"
import { NewTokenBox, type MadeToken } from "./new-token-box"

const soonMs = 7 * 86_400_000
const scopeText = (scope: readonly string[]) =>
  tokenScopeNames
    .filter((name) => scope.includes(name))
    .map((name) => tokenScopes[name].label)
    .join("、")

/** Tokens with which programs act for the user: created, displayed once, revoked. */
export const AccessTokens = ({ tokens, now }: { tokens: AccessToken[]; now: number }) => {
  const router = useRouter()
  const feedback = useFeedback()
  const { busy, call } = useCall()
  const [making, setMaking] = useState(false)
  const [made, setMade] = useState<MadeToken | null>(null)

  const revoke = async ({ id, name }: AccessToken) => {
    const content = "用它的程序会马上停止工作，不能恢复。"
    if (!(await feedback.confirm({ title: `撤销“${name}”`, content, okText: "撤销", danger: true }))) return
    if (await call(() => api("DELETE /user/token", { id }), { done: "令牌已经撤销" })) router.refresh()
  }
  const add = (
    <button type="button" className="bt p" disabled={tokens.length >= maxTokens} onClick={() => setMaking(true)}>
      新建令牌
    </button>
  )
  return (
    <>
      <div className="rows-h">
        <p className="muted">
          让自己的程序代你调用<Link href={paths.apiDocs}>本站的接口</Link>。修改密码或两步验证后，所有令牌都会失效。
        </p>
        {tokens.length > 0 && add}
      </div>
      {tokens.length === 0 ? (
        <div className="card">
          <Empty title="还没有访问令牌" action={add}>
            写脚本、备份自己的文档、接其他工具时用得上。
          </Empty>
        </div>
      ) : (
        <ul className="card rows">
          {tokens.map((token) => (
            <li key={token.id}>
              <div className="row-main">
                <MoreIcon name="key" />
                <div>
                  <b>{token.name}</b>
                  <p className="meta">
                    <code>{token.hint}…</code>
                    <span>{scopeText(token.scope)}</span>
                    <Ends at={token.expires_at} now={now} />
                    {token.last_used_at ? (
                      <span>
                        <Time value={token.last_used_at} now={now} />在 {token.last_used_ip || "未知地址"} 使用
                      </span>
                    ) : (
                      <span>还没有用过</span>
                    )}
                  </p>
                </div>
                <button
                  type="button"
                  className="bt danger"
                  disabled={busy}
                  aria-label={`撤销 ${token.name}`}
                  onClick={() => void revoke(token)}
                >
                  撤销
                </button>
              </div>
            </li>
          ))}
        </ul>
      )}
      {making && (
        <NewTokenBox
          onClose={() => setMaking(false)}
          onMade={(token) => {
            setMaking(false)
            setMade(token)
          }}
        />
      )}
      {made && (
        <MadeTokenBox
          token={made}
          onClose={() => {
            setMade(null)
            router.refresh()
          }}
        />
      )}
    </>
  )
}

const Ends = ({ at, now }: { at: string | null; now: number }) =>
  at && <span className={Date.parse(at) - now < soonMs ? "token-soon" : undefined}>{day(at)} 到期</span>
