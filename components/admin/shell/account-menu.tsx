"use client"

import { Dropdown } from "antd"
import { useCallback, useEffect } from "react"
import { useFeedback } from "@/components/providers/feedback"
import { useSession, useSessionStore } from "@/components/providers/session"
import { useLogOut } from "@/components/people/session/use-log-out"
import { Avatar } from "@/components/ui/avatar"
import { Icon } from "@/components/ui/icon"
import { MoreIcon } from "@/components/ui/more-icon"
import { accountCommands, isTokenKey, type AccountCommand } from "./account-commands"
import type { AccountTask } from "./account-drawer"

/** The account dropdown: 个人资料, 修改密码, 退出登录 (docs/reference/specification.md 2). */
export const AccountMenu = ({ onTask }: { onTask: (task: AccountTask) => void }) => {
  const user = useSession((state) => state.user)
  const store = useSessionStore()
  const feedback = useFeedback()
  const logOut = useLogOut()

  const run = useCallback(
    async (key: AccountCommand["key"]) => {
      if (key === "profile" || key === "password") return onTask(key)
      if (key === "logout") return logOut()
      try {
        await navigator.clipboard.writeText(store.getState().token)
        feedback.success("您的 JSON Web Token 已复制到剪贴板")
      } catch {
        feedback.error("浏览器不允许访问剪贴板")
      }
    },
    [feedback, logOut, onTask, store],
  )

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isTokenKey(event)) return
      event.preventDefault()
      void run("token")
    }
    window.addEventListener("keydown", onKey)
    return () => window.removeEventListener("keydown", onKey)
  }, [run])

  const items = accountCommands
    .filter((command) => command.listed)
    .map(({ key, label, icon }) => ({ key, label, icon: <MoreIcon name={icon} small /> }))
  return (
    <Dropdown trigger={["click"]} menu={{ items, onClick: ({ key }) => void run(key as AccountCommand["key"]) }} placement="bottomRight">
      <button type="button" className="me-btn" aria-haspopup="menu" aria-label={`${user?.username ?? "我"}的菜单`}>
        <Avatar name={user?.username ?? ""} src={user?.avatar} size={42} />
        <Icon name="down" small />
      </button>
    </Dropdown>
  )
}
