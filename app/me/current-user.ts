import "server-only"
import { redirect } from "next/navigation"
import { serverApi } from "@/lib/api/server"
import { pageError } from "@/lib/api/page-error"
import type { User } from "@/lib/contract/types"
import { paths } from "@/lib/rules/path"

/** Returns the logged-in user; redirects visitors to the login, which returns them to `path`. */
export const currentUser = async (path: string): Promise<User> => {
  const reply = await serverApi("GET /user")
  if (reply.ok) return reply.data
  if (reply.status >= 500 || reply.status === 0) throw pageError("账号没有读到", reply)
  redirect(paths.login(path))
}
