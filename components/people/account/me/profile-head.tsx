"use client"

import dynamic from "next/dynamic"
import { useRouter } from "next/navigation"
import { useState } from "react"
import { AntdProvider } from "@/components/ui/antd"
import { useCall } from "@/components/ui/form/use-call"
import { useSessionStore } from "@/components/providers/session"
import { Avatar } from "@/components/ui/avatar"
import { MoreIcon } from "@/components/ui/more-icon"
import { Vip } from "@/components/ui/kind"
import { api } from "@/lib/api/client"
import type { User } from "@/lib/contract/types"
import { minute } from "@/lib/rules/time"

const AvatarCrop = dynamic(() => import("@/components/people/account/me/avatar-crop").then((module) => module.AvatarCrop), { ssr: false })

/** Avatar, name, registration date and last login. */
export const ProfileHead = ({ user }: { user: User }) => {
  const router = useRouter()
  const { call } = useCall()
  const store = useSessionStore()
  const [isEditorLoaded, setWanted] = useState(false)
  const [open, setOpen] = useState(false)

  const wear = async (avatar: string) => {
    if (!(await call(() => api("PUT /user/profile", { avatar }), { done: "头像已更换", fallback: "修改失败" }))) return
    void store.getState().reload()
    router.refresh()
  }
  const facts: [string, string][] = [
    ["注册时间", user.created_at ? minute(user.created_at) : ""],
    ["最后登录", user.login_at ? minute(user.login_at) : ""],
    ["登录 IP", user.last_login_ip],
  ]
  return (
    <div className="card pad pf-head">
      <button
        type="button"
        className="pf-av"
        aria-label="更换头像"
        onClick={() => {
          setWanted(true)
          setOpen(true)
        }}
      >
        <Avatar name={user.username} src={user.avatar} />
        <span className="pf-cam">
          <MoreIcon name="pencil" small />
        </span>
      </button>
      <div>
        <b>{user.username}</b> {user.is_vip && <Vip />}
        {user.group_name && <span className="tag">{user.group_name}</span>}
        <dl>
          {facts.map(([label, value]) =>
            value ? (
              <div key={label}>
                <dt>{label}</dt>
                <dd className="num">{value}</dd>
              </div>
            ) : null,
          )}
        </dl>
      </div>
      {isEditorLoaded && (
        <AntdProvider>
          <AvatarCrop open={open} onClose={() => setOpen(false)} onDone={(path) => void wear(path)} />
        </AntdProvider>
      )}
    </div>
  )
}
