import { existsSync, rmSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { attachmentOf, call, login, register, send, upload } from "./support/client"
import { query } from "./support/database"
import { ownServer } from "./support/own-server"

const { start, server, data } = ownServer({ SAMPLES: "false" })

test("after an unclean stop a start names the files of the last hour that are gone, until a later start finds them all", async () => {
  const person = await register(server().url, "loser")
  const ids = []
  for (const n of [1, 2, 3]) ids.push(attachmentOf(await upload(server().url, person, `第${n}份.txt`, `内容 ${n}`)))
  await server().kill()
  expect(existsSync(join(data().path, "running"))).toBe(true)
  await start()
  expect((await send(`${server().url}/readyz`)).json).toEqual({ status: "ready" })
  const [row] = await query<{ path: string }>(data().path, "select path from attachment where id = $1", [ids[1]])
  await server().kill()
  // what a copy of the folder of a running site, or a disk that lost power, lacks
  rmSync(join(data().path, row!.path))
  await start()
  expect((await send(`${server().url}/readyz`)).json).toEqual({ status: "ready", missing_files: 1 })
  const admin = await login(server().url, data().admin.username, data().admin.password)
  const { json } = await call(server().url, "GET /stats", {}, admin)
  expect(json.notices).toEqual(expect.arrayContaining([expect.stringContaining("丢失了 1 个文件：文件《第2份.txt》") as string]))
  expect(server().output()).toContain("上次没有正常停止")
})

test("a clean stop leaves no mark, and its start checks nothing", async () => {
  await server().stop()
  expect(existsSync(join(data().path, "running"))).toBe(false)
  await start()
  expect(server().output()).not.toContain("上次没有正常停止")
})
