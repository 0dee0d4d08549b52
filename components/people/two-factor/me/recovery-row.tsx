"use client"

import { useCall } from "@/components/ui/form/use-call"
import { useFeedback } from "@/components/providers/feedback"
import { MoreIcon } from "@/components/ui/more-icon"
import { api } from "@/lib/api/client"

/** Below this number, new codes are recommended. */
const few = 3

/** Displays how many recovery codes are left. New codes replace all of them. */
export const RecoveryRow = ({ left, onMade }: { left: number; onMade: (codes: string[]) => void }) => {
  const feedback = useFeedback()
  const { busy, call } = useCall()
  const renew = async () => {
    const content = "以前的恢复代码会全部作废。新的一组只显示一次，请保存好。"
    if (!(await feedback.confirm({ title: "换一组恢复代码", content, okText: "换一组" }))) return
    const made = await call(() => api("POST /user/recovery"))
    if (made) onMade(made.recovery_code)
  }
  return (
    <li>
      <div className="row-main">
        <MoreIcon name="file" />
        <div>
          <b>恢复代码</b>
          <p className="muted">手机丢了或换了的时候，用一个恢复代码代替，每个只能用一次。</p>
        </div>
        <span className={left < few ? "tag warn" : "tag"}>还有 {left} 个</span>
        <button type="button" className="bt" disabled={busy} onClick={() => void renew()}>
          换一组
        </button>
      </div>
    </li>
  )
}
