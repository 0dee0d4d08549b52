"use client"

import { useRouter } from "next/navigation"
import { useState } from "react"
import { useCall } from "@/components/ui/form/use-call"
import { useFeedback } from "@/components/providers/feedback"
import { MoreIcon } from "@/components/ui/more-icon"
import { Time } from "@/components/ui/time"
import { api } from "@/lib/api/client"
import type { LoginSession } from "@/lib/contract/types"
import { deviceOf } from "@/lib/rules/device"
import { minute } from "@/lib/rules/time"

/** Active sessions; each except the current one can be ended. */
export const Devices = ({ sessions, now }: { sessions: LoginSession[]; now: number }) => {
  const router = useRouter()
  const feedback = useFeedback()
  const [ending, setEnding] = useState<string[]>([])
  const { busy, call } = useCall()
  const others = sessions.filter(({ current }) => !current)

  const end = async (which: LoginSession[], title: string) => {
    const id = which.map((session) => session.id)
    if (!(await feedback.confirm({ title, content: "那边要重新登录才能继续使用。", okText: "退出登录", danger: true }))) return
    setEnding(id)
    const done = id.length > 1 ? `已让 ${id.length} 台设备退出登录` : "已让这台设备退出登录"
    if (await call(() => api("DELETE /user/session", { id }), { done })) router.refresh()
  }
  return (
    <>
      <div className="rows-h">
        <p className="muted">看到不认识的设备，就让它退出，再去修改密码。</p>
        {others.length > 0 && (
          <button
            type="button"
            className="bt danger"
            disabled={busy}
            onClick={() => void end(others, `让其他 ${others.length} 台设备退出登录`)}
          >
            退出其他设备
          </button>
        )}
      </div>
      <ul className="card rows">
        {sessions.map((session) => {
          const device = deviceOf(session.user_agent)
          return (
            <li key={session.id} aria-busy={busy && ending.includes(session.id)}>
              <div className="row-main">
                <MoreIcon name={device.phone ? "phone" : "screen"} />
                <div>
                  <b title={session.user_agent}>{device.name}</b>
                  <p className="meta">
                    <span>{session.ip}</span>
                    <span>
                      <Time value={session.last_used_at} now={now} />
                      使用
                    </span>
                    {session.created_at && <span className="desk-only">{minute(session.created_at)} 登录</span>}
                  </p>
                </div>
                {session.current ? (
                  <span className="tag ok">当前设备</span>
                ) : (
                  <button
                    type="button"
                    className="bt"
                    disabled={busy}
                    aria-label={`让 ${device.name} 退出登录`}
                    onClick={() => void end([session], `让 ${device.name} 退出登录`)}
                  >
                    退出
                  </button>
                )}
              </div>
            </li>
          )
        })}
      </ul>
    </>
  )
}
