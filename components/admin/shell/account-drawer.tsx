"use client"

import { Drawer } from "antd"
import dynamic from "next/dynamic"
import { useSideDrawer } from "@/components/ui/use-media"
import { Skeleton } from "@/components/ui/skeleton"

export type AccountTask = "profile" | "password"

const wait = () => <Skeleton height={320} />
const ProfileForm = dynamic(() => import("@/components/people/account/me/profile-form").then((module) => module.ProfileForm), {
  ssr: false,
  loading: wait,
})
const PasswordForm = dynamic(() => import("@/components/people/account/me/password-form").then((module) => module.PasswordForm), {
  ssr: false,
  loading: wait,
})

/** The profile and password forms of /me in a drawer (docs/reference/specification.md 9: 90 % wide on phones, else 50 %). */
export const AccountDrawer = ({ task, onClose }: { task: AccountTask | null; onClose: () => void }) => {
  const side = useSideDrawer()
  return (
    <Drawer open={task !== null} onClose={onClose} {...side} title={task === "password" ? "修改密码" : "个人资料"} destroyOnHidden>
      {task === "profile" ? <ProfileForm onDone={onClose} /> : null}
      {task === "password" ? <PasswordForm onDone={onClose} /> : null}
    </Drawer>
  )
}
