import { redirect } from "next/navigation"
import { serverApi } from "@/lib/api/server"
import { pageError } from "@/lib/api/page-error"
import { paths } from "@/lib/rules/path"

/** Redirects /user without an id to the user's own page (docs/reference/specification.md 2). */
export default async function OwnUserPage() {
  const reply = await serverApi("GET /user")
  if (!reply.ok && (reply.status >= 500 || reply.status === 0)) throw pageError("账号没有读到", reply)
  redirect(reply.ok ? paths.user(reply.data.id) : paths.login("/user"))
}
