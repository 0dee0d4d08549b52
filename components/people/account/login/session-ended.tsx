"use client"

import type { ReactNode } from "react"
import { useSession } from "@/components/providers/session"
import { MoreIcon } from "@/components/ui/more-icon"
import { LoginLink } from "./login-link"

/** Above a form whose session has ended (docs/decisions/169). `children` explains what happens to the input. */
export const SessionEnded = ({ children }: { children: ReactNode }) => {
  const ended = useSession((state) => state.endedUser > 0)
  return ended ? (
    <div className="alert warn" role="alert">
      <MoreIcon name="alert" />
      <div>
        <b>登录状态已失效</b>
        <p>{children}</p>
      </div>
      <LoginLink className="bt sm p">重新登录</LoginLink>
    </div>
  ) : null
}
