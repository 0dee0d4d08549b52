// The search index follows from the rows: the site's own job builds it.
import { Failure } from "../lib/failure.mjs"
import { say } from "../lib/project.mjs"
import { clientOf } from "../peers/client.mjs"

/** @typedef {{ username: string, password: string }} Admin */

/** @param {{ start: () => Promise<import("../lib/server.mjs").Running>, admin: Admin | null }} site */
export const rebuildSearch = async ({ start, admin }) => {
  if (!admin) return say("搜索索引没有重建，请管理员在后台重建一次。")
  const running = await start()
  try {
    const login = await clientOf(running.url).call("POST /user/login", { ...admin })
    if (login.status !== 200) throw new Failure(`管理员没能登录：${login.message}`)
    const { status, message } = await clientOf(running.url, String(login.data["token"])).call("PUT /renew/document/index")
    if (status === 404) return
    if (status !== 200) throw new Failure(`搜索索引没能重建：${message}`)
    say("搜索索引由任务在下次启动后建立。")
  } finally {
    await running.stop()
  }
}
