import { redirect } from "next/navigation"
import { serverApi } from "@/lib/api/server"
import { paths } from "@/lib/domain/path"

/** /user/{id}, id optional (docs/reference/specification.md 2). Without one it is one's own page. */
export default async function OwnUserPage() {
  const reply = await serverApi("GET /user")
  if (!reply.ok && (reply.status >= 500 || reply.status === 0)) throw new Error(reply.message)
  redirect(reply.ok ? paths.user(reply.data.id) : paths.login("/user"))
}
