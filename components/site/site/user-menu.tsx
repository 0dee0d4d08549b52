"use client"

import dynamic from "next/dynamic"
import { LoginLink } from "@/components/people/account/login/login-link"
import { useSession } from "@/components/providers/session"

/** Lazy, because most visitors are not logged in. */
const PersonMenu = dynamic(() => import("./person-menu").then((module) => module.PersonMenu), { ssr: false })

/** The login link or the user's menu, in a box of fixed width, so that the header does not shift. */
export const UserMenu = () => {
  const user = useSession((state) => state.user)
  return (
    <div className="user-slot desk-only">
      {user ? (
        <PersonMenu id={user.id} name={user.username} avatar={user.avatar} />
      ) : (
        <LoginLink className="bt soft anonymous-only">登录</LoginLink>
      )}
    </div>
  )
}
