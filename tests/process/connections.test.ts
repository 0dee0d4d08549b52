import { execFile } from "node:child_process"
import { join } from "node:path"
import { promisify } from "node:util"
import { expect, test } from "vitest"
import { withoutConfiguration } from "../setup/no-configuration"
import { send } from "./support/client"
import { query } from "./support/database"
import { ownServer } from "./support/own-server"

const { server, build, data } = ownServer({ SAMPLES: "false", WEB_CONCURRENCY: "6", ANSWER_CACHE_MB: "0" })

type Count = { name: string; n: number }
const count = () =>
  query<Count>(
    data().path,
    "select application_name as name, count(*)::int as n from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid() group by 1",
  )

test("six web processes under load share the connections of the database: no connection is refused, and the doctor shows the sum", async () => {
  let most = 0
  let statuses: number[] = []
  for (let round = 0; round < 4; round++) {
    const requests = Array.from({ length: 120 }, (_, n) =>
      send(`${server().url}/api/v1/document/list?page=${n % 40}&size=${10 + round}&wd=${n}`).then(({ status }) => status),
    )
    const sum = (await count()).reduce((total, { n }) => total + n, 0)
    most = Math.max(most, sum)
    statuses = [...statuses, ...(await Promise.all(requests))]
  }
  // a busy machine may let requests wait for too long, which is a 503; a refused connection would be reported below
  expect(statuses.filter((status) => status >= 500 && status !== 503)).toEqual([])
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(statuses.length / 2)
  expect(most).toBeLessThanOrEqual(95)
  expect(server().output()).not.toMatch(/too many clients|remaining connection slots/)
  const names = (await count()).map(({ name }) => name).filter((name) => name.startsWith("doujia "))
  expect(names.filter((name) => name.startsWith("doujia web "))).toHaveLength(6)
  expect(names.filter((name) => name.startsWith("doujia all "))).toHaveLength(1)
  const { stdout } = await promisify(execFile)(process.execPath, [join(build().main, "../cli.mjs"), "doctor"], {
    env: { ...withoutConfiguration(), DATA_DIR: data().path },
  }).catch((error: { stdout: string }) => error)
  expect(stdout).toMatch(/✓ 数据库连接 最多 97 个；网站的 7 个进程每个最多 \d+ 个，一共 \d+ 个/)
})
