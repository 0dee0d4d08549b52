"use client"

import { useRouter } from "next/navigation"
import { useState } from "react"
import { useSession, useSessionStore } from "@/components/providers/session"
import { MoreIcon } from "@/components/ui/more-icon"
import { Link } from "@/components/ui/link"
import { settingPath } from "@/lib/contract/site/settings.screens"
import type { Output } from "@/lib/contract/types"
import { PasskeyRows } from "./passkey-rows"
import { RecoveryBox } from "./recovery-box"
import { RecoveryRow } from "./recovery-row"
import { TotpRow } from "./totp-row"

type Props = { factors: Output<"GET /user/factor">; username: string; sitename: string; now: number }

/** The second factor of a login: authenticator app, passkeys, recovery codes. New codes are displayed once. */
export const TwoFactor = ({ factors, username, sitename, now }: Props) => {
  const router = useRouter()
  const store = useSessionStore()
  const [codes, setCodes] = useState<string[]>([])
  const editsSettings = useSession((state) => state.allowedPages.includes(settingPath("system")))
  const on = factors.totp || factors.passkey.length > 0

  const onChanged = (made: string[] = []) => {
    setCodes(made)
    // staff regain their permissions
    if (factors.required) void store.getState().reload()
    router.refresh()
  }
  return (
    <>
      {factors.required && !on && (
        <div className="alert warn">
          <MoreIcon name="alert" />
          <p>本站要求管理人员开启两步验证。设置好下面任意一种之前，除了这一页，其他功能都不能使用。</p>
        </div>
      )}
      <p className="own-note factor-note">
        {on
          ? "登录时除了密码，还要用下面任意一种方式验证一次。"
          : "密码可能被猜中或泄露。开启两步验证后，登录时还要用手机验证一次，别人只有密码进不来。"}
      </p>
      <ul className="card rows">
        <TotpRow on={factors.totp} onChanged={onChanged} />
        {(factors.passkeys || factors.passkey.length > 0) && (
          <PasskeyRows passkeys={factors.passkey} now={now} addable={factors.passkeys} onChanged={onChanged} />
        )}
        {on && <RecoveryRow left={factors.recovery_code_count} onMade={onChanged} />}
      </ul>
      {!factors.passkeys && editsSettings && (
        <p className="own-note">
          网站还没有设置域名，所有人都不能用通行密钥。站长在<Link href={settingPath("system")}>基础配置</Link>里填好“网站域名”就可以了。
        </p>
      )}
      <RecoveryBox codes={codes} title={`${sitename} ${username}`} onClose={() => setCodes([])} />
    </>
  )
}
