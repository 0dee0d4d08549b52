import type { Metadata } from "next"
import { LoginForm } from "@/components/account/login-form"
import { readShell } from "@/components/site/read-shell"
import { ownPath } from "@/lib/domain/path"
import { type SearchParams, textParam } from "@/lib/domain/query"

export const metadata: Metadata = { title: "用户登录", robots: { index: false } }

export default async function LoginPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { security } = (await readShell()).settings
  const target = ownPath(textParam(await searchParams, "redirect"))
  return <LoginForm target={target} statement={security.is_close ? security.close_statement || "网站暂时关闭，管理员可以登录。" : ""} />
}
