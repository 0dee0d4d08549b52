"use client"

import { useEffect, useState } from "react"
import { MoreIcon } from "@/components/ui/more-icon"
import { storesCookies } from "@/lib/browser-storage"

type Obstacle = "" | "frame" | "settings"

/** Warns that a login cannot last, because the browser stores no cookies: by its settings, or in a frame of another site. */
export const CookieNote = () => {
  const [reason, setReason] = useState<Obstacle>("")
  useEffect(() => {
    if (!storesCookies()) setReason(window.self === window.top ? "settings" : "frame")
  }, [])
  if (reason === "") return null
  return (
    <div className="alert warn" role="alert">
      <MoreIcon name="alert" />
      {reason === "frame" ? (
        <span>
          这个页面嵌在别的网页里，浏览器不允许保存 Cookie，登录后也不能保持登录。请
          <a className="lk" href={window.location.href} target="_blank" rel="noopener">
            在新窗口打开
          </a>
          后登录。
        </span>
      ) : (
        <span>浏览器禁止了 Cookie，登录后也不能保持登录。请在浏览器设置里允许本站使用 Cookie，然后刷新页面。</span>
      )}
    </div>
  )
}
