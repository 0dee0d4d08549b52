import { execFile } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { expect, test } from "vitest"
import { withoutConfiguration } from "../setup/no-configuration"
import { call, login, register } from "./support/client"
import { query } from "./support/database"
import { ownServer } from "./support/own-server"
import { siteFails } from "./support/server"

const { start, server, build, data } = ownServer({ SAMPLES: "false" })
const { version } = JSON.parse(readFileSync(join(import.meta.dirname, "../../package.json"), "utf8")) as { version: string }
const command = async (...args: string[]) =>
  promisify(execFile)(process.execPath, [join(build().main, "../cli.mjs"), ...args], {
    env: { ...withoutConfiguration(), DATA_DIR: data().path },
  }).then(
    ({ stdout }) => ({ failed: false, text: stdout }),
    (error: { stdout: string; stderr: string }) => ({ failed: true, text: error.stdout + error.stderr }),
  )

test("the database names the version that wrote it", async () => {
  expect(await query(data().path, "select version from site_version")).toEqual([{ version }])
})

test("permissions of a newer version and their grants survive a start of this one, are marked, and open nothing", async () => {
  const reader = await register(server().url, "reader")
  const sql = `
    with added as (insert into permission (method, path, title) values ('GRPC', '/api.v1.FutureAPI/Listen', '以后的') returning id),
      grp as (insert into "group" (title) values ('以后的组') returning id),
      granted as (insert into group_permission (group_id, permission_id) select grp.id, added.id from grp, added)
    insert into user_group (user_id, group_id) select ${reader.id}, id from grp`
  await query(data().path, sql)
  await server().stop()
  await start()
  const rows = await query(
    data().path,
    `select p.title, p.retired_at is not null as marked, count(g.group_id)::int as grants
     from permission p join group_permission g on g.permission_id = p.id where p.path like '%FutureAPI%' group by p.id`,
  )
  expect(rows).toEqual([{ title: "以后的", marked: true, grants: 1 }])
  const again = await login(server().url, "reader", "correct horse 7")
  expect((await call(server().url, "GET /user/permission", {}, again)).json).toEqual({ permission: [] })
  const admin = await login(server().url, data().admin.username, data().admin.password)
  const { json } = await call(server().url, "GET /permission/list?size=10000", {}, admin)
  const listed = (json.permission as { path: string; retired_at: string | null }[]).filter(({ retired_at }) => retired_at)
  expect(listed.map(({ path }) => path)).toEqual(["/api.v1.FutureAPI/Listen"])
})

test("a program older than the schema refuses to start, repair or reset anything, and names both versions", async () => {
  await query(data().path, "insert into migration (hash, created_at) values ('of-a-later-version', 99999999999999)")
  await query(data().path, "insert into site_version (version, last_step) values ('9.8.7', 99999999999999)")
  await server().stop()
  const before = { main: build().main, dataDir: data().path, env: { SAMPLES: "false" } }
  const { code, output } = await siteFails(before)
  expect(code).toBe(1)
  expect(output).toContain(`数据库已经由豆架 9.8.7 升级过，这个程序是 ${version}`)
  const doctor = await command("doctor", "--fix")
  expect(doctor.text).toMatch(/✗ 数据库 数据库已经由豆架 9\.8\.7 升级过/)
  const reset = await command("reset-password", "admin")
  expect(reset).toMatchObject({ failed: true, text: expect.stringContaining("9.8.7") as string })
  expect(doctor.text).not.toContain("表是这个版本的")
})
