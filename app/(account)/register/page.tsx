import type { Metadata } from "next"
import { RegisterForm } from "@/components/account/register-form"
import { readShell } from "@/components/site/read-shell"
import { ownPath } from "@/lib/domain/path"
import { type SearchParams, textParam } from "@/lib/domain/query"

export const metadata: Metadata = { title: "注册账户", robots: { index: false } }

export default async function RegisterPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { security, footer } = (await readShell()).settings
  const target = ownPath(textParam(await searchParams, "redirect"))
  return <RegisterForm target={target} open={security.enable_register} agreement={footer.agreement} />
}
