// The search index is derived from the rows, so the site's own job builds it.
import { setTimeout as pause } from "node:timers/promises"
import pg from "pg"
import { Failure } from "../../scripts/lib/failure.mjs"
import { say } from "../../scripts/lib/project.mjs"
import { clientOf } from "../../scripts/peers/client.mjs"

/** @typedef {{ username: string, password: string }} Admin */

/** Waits until the job that builds the index has finished. @param {string} url of the database */
const rebuilt = async (url) => {
  const client = new pg.Client(url)
  await client.connect()
  const open = "select from queue.job where name = 'rebuild-index' and state in ('created', 'retry', 'active')"
  try {
    while ((await client.query(open)).rowCount) await pause(1_000)
  } finally {
    await client.end()
  }
}

/** @param {{ start: () => Promise<import("../../scripts/lib/server.mjs").Running>, admin: Admin | null, url: string }} site `url`: of the database */
export const rebuildSearch = async ({ start, admin, url }) => {
  if (!admin) return say("搜索索引没有重建，请管理员在后台重建一次。")
  const running = await start()
  try {
    const login = await clientOf(running.url).call("POST /user/login", { ...admin })
    if (login.status !== 200) throw new Failure(`管理员没能登录：${login.message}`)
    const { status, message } = await clientOf(running.url, String(login.data["token"])).call("PUT /renew/document/index")
    if (status !== 200) throw new Failure(`搜索索引没能重建：${message}`)
    const started = Date.now()
    say("正在建立搜索索引…")
    await rebuilt(url)
    say(`搜索索引建好了，用了 ${((Date.now() - started) / 1000).toFixed(0)} 秒`)
  } finally {
    await running.stop()
  }
}
