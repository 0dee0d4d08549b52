"use client"

import { useEffect } from "react"
import { RegisterLink } from "@/components/people/account/register/register-link"
import { RechargeButton } from "@/components/money/recharge/recharge-row"
import { useRechargeOffer } from "@/components/money/recharge/use-recharge-offer"
import { SignInButton } from "@/components/money/sign-in/sign-in-button"
import { useSession, useSessionStore } from "@/components/providers/session"
import { useSettings } from "@/components/providers/settings"
import { useLogOut } from "@/components/people/session/use-log-out"
import { Avatar } from "@/components/ui/avatar"
import { PaperSketch } from "@/components/ui/paper-sketch"
import { Link } from "@/components/ui/link"
import { api } from "@/lib/api/client"
import type { User } from "@/lib/contract/types"
import { count } from "@/lib/rules/format"
import { paths } from "@/lib/rules/path"

/** A welcome for visitors, or the user's numbers, in a box of fixed height. */
export const UserCard = () => {
  const user = useSession((state) => state.user)
  return <section className="card pad uc">{user ? <Member user={user} /> : <Guest />}</section>
}

const Guest = () => (
  <div className="anonymous-only">
    <div className="uc-top">
      {/* a page that is half read */}
      <span className="uc-page" aria-hidden="true">
        <PaperSketch kind="text" />
        <i />
      </span>
      <div>
        <b>登录后接着读</b>
        <p className="muted uc-lead">记住读到哪里，还能收藏、下载和签到</p>
      </div>
    </div>
    <div className="uc-acts">
      <Link className="bt soft block" href={paths.login()}>
        登录
      </Link>
      <RegisterLink className="bt" />
    </div>
  </div>
)

const Member = ({ user }: { user: User }) => {
  const store = useSessionStore()
  const logOut = useLogOut()
  const { system } = useSettings()
  const offer = useRechargeOffer()

  const { id } = user
  // the numbers in the stored session may be stale; this requests the public ones of the user's page
  useEffect(() => {
    void api("GET /user", { id }).then((reply) => {
      if (reply.ok && reply.data.id === store.getState().user?.id) store.getState().setUser(reply.data)
    })
  }, [store, id])

  const numbers = [
    { label: "文档", value: user.doc_count },
    { label: "文章", value: user.article_count },
    { label: system.credit_name, value: user.credit_count, recharge: <RechargeButton offer={offer} className="lk" /> },
  ]
  return (
    <>
      <div className="uc-top">
        <Avatar name={user.username} src={user.avatar} size={48} />
        <div>
          <b>
            <Link href={paths.me}>{user.username}</Link> {user.is_vip ? <span className="vip">VIP</span> : null}
          </b>
          <p className="muted">{user.signature || user.group_name || "暂无个性签名"}</p>
        </div>
        <button type="button" className="out" onClick={() => void logOut()}>
          退出登录
        </button>
      </div>
      <div className="uc-n">
        {numbers.map(({ label, value, recharge }) => (
          <div key={label}>
            <b>{count(value)}</b>
            <span>{label}</span>
            {recharge}
          </div>
        ))}
      </div>
      <div className="duo">
        <SignInButton />
        <Link className="bt" href={paths.upload}>
          上传文档
        </Link>
      </div>
    </>
  )
}
