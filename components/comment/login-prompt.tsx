"use client"

import { LoginLink } from "@/components/account/login/login-link"

/** Stands where the form of who is logged in stands, and is as tall. */
export const LoginPrompt = () => (
  <div className="comment-login anonymous-only">
    <p>登录后就能发表点评、回复别人</p>
    <LoginLink className="bt soft">登录</LoginLink>
  </div>
)
