import { api } from "@/lib/api/client"
import type { Result } from "@/lib/contract/types"

/**
 * Names users for a confirmation: "小林（ID 7）、小周（ID 9）". The names come from the server, not from what a form displays, so a
 * confirmation shows who will really be affected.
 */
export const readUsers = async (ids: readonly number[]): Promise<Result<string>> => {
  const reply = await api("GET /user/list", { id: [...ids], size: 100 })
  if (!reply.ok) return reply
  const usernames = new Map(reply.data.user.map((user) => [user.id, user.username]))
  const missing = ids.find((id) => !usernames.has(id))
  if (missing !== undefined) return { ok: false, status: 404, message: `没有 ID 为 ${missing} 的用户`, field: "user_id" }
  return { ok: true, status: 200, data: ids.map((id) => `${usernames.get(id)}（ID ${id}）`).join("、") }
}
