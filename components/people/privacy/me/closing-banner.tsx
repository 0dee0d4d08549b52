"use client"

import { BusyButton } from "@/components/ui/busy-button"
import { MoreIcon } from "@/components/ui/more-icon"
import { minute } from "@/lib/rules/time"
import { useCancelClosing } from "./use-cancel-closing"

/** Displayed on every page of the personal area while the account is due to be closed. `at` is the closing time. */
export const ClosingBanner = ({ at }: { at: string }) => {
  const { busy, cancel } = useCancelClosing()
  return (
    <section className="alert warn closing" aria-label="账号注销">
      <MoreIcon name="alert" />
      <div>
        <b>这个账号将在 {minute(at)} 注销</b>
        <p>在那之前随时可以撤销；过了这个时间就不能恢复了。</p>
      </div>
      <BusyButton className="sm" busy={busy} onClick={() => void cancel()}>
        撤销注销
      </BusyButton>
    </section>
  )
}
