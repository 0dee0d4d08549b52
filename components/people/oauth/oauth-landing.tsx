"use client"

import { useRouter } from "next/navigation"
import { useEffect, useEffectEvent, useState } from "react"
import { useFeedback } from "@/components/providers/feedback"
import { useSession, useSessionStore } from "@/components/providers/session"
import { Link } from "@/components/ui/link"
import { api } from "@/lib/api/client"
import { readToken } from "@/lib/api/token"
import { refusalText } from "@/lib/api/result"
import type { PendingOauth, Session } from "@/lib/contract/types"
import { paths } from "@/lib/rules/path"
import { AccountCard } from "../account/account-card"
import { PassAppeal } from "../appeal/pass-appeal"
import { OauthBind, type BindProps } from "./oauth-bind"
import { landOnce, type Landed } from "./oauth-land"

type Props = Omit<BindProps, "pending" | "onSession"> & { name: string }
type LandingState =
  | { step: "working"; message: string }
  | { step: "failed"; message: string; appeal?: string }
  | { step: "bind"; pending: PendingOauth }

const Failed = ({ message, appeal, target }: { message: string; appeal?: string; target: string }) => {
  const inside = useSession((state) => state.token !== "")
  return (
    <AccountCard title="没有登录成功">
      <p className="landing-message" role="alert">
        {message}
      </p>
      <Link className="bt p lg block" href={inside ? paths.me : paths.login(target)}>
        {inside ? "返回个人中心" : "返回登录"}
      </Link>
      {appeal && <PassAppeal pass={appeal} />}
    </AccountCard>
  )
}

/**
 * The landing page of login providers (docs/reference/api.md 2.13): logs in, binds, or asks for the account. Never redirects to another
 * /oauth page.
 */
export const OauthLanding = ({ name, ...bind }: Props) => {
  const store = useSessionStore()
  const router = useRouter()
  const feedback = useFeedback()
  const [target, setTarget] = useState("/me")
  const [landingState, setShown] = useState<LandingState>({ step: "working", message: "正在登录…" })

  const leave = (to: string, message: string) => {
    feedback.success(message)
    router.replace(to)
    router.refresh()
  }

  const bindTo = async ({ openid, oauth_type, session }: PendingOauth, to: string) => {
    const reply = await api("POST /oauth/bind", { openid, oauth_type, session })
    if (reply.ok) return leave(to, "绑定成功")
    setShown({ step: "failed", message: refusalText(reply, "绑定失败") })
  }

  const onLanded = useEffectEvent(async (landed: Landed) => {
    setTarget(landed.target)
    if ("message" in landed) return setShown({ step: "failed", message: landed.message, appeal: landed.appeal })
    const { token, user, bound, oauth } = landed.reply
    if (bound) return leave(landed.target, "绑定成功")
    if (token && user) {
      store.getState().logIn(token, user)
      return leave(landed.target, "登录成功")
    }
    if (!oauth?.session) return setShown({ step: "failed", message: "登录失败" })
    if (!readToken()) return setShown({ step: "bind", pending: oauth })
    setShown({ step: "working", message: "绑定中…" })
    await bindTo(oauth, landed.target)
  })

  useEffect(() => {
    let alive = true
    void landOnce(name).then((landed) => (alive ? onLanded(landed) : undefined))
    return () => {
      alive = false
    }
  }, [name])

  if (landingState.step === "failed") return <Failed message={landingState.message} appeal={landingState.appeal} target={target} />
  if (landingState.step === "bind") {
    const onSession = async ({ token, user }: Session) => {
      store.getState().logIn(token, user)
      await bindTo(landingState.pending, target)
    }
    return <OauthBind {...bind} pending={landingState.pending} onSession={onSession} />
  }
  return (
    <div className="landing" role="status">
      <h1 className="sr">第三方登录</h1>
      <span className="spin" aria-hidden="true" />
      <p>{landingState.message}</p>
    </div>
  )
}
