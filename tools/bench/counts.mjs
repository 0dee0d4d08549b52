// `npm run bench counts`: counts views of a thousand documents as the site does and as it did before, in one run.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import pg from "pg"
import { importTypeScript } from "../../scripts/lib/bundle.mjs"
import { inProject, say } from "../../scripts/lib/project.mjs"
import { fillAdminTables } from "./admin-rows.mjs"
import { atEnd } from "./cleanup.mjs"
import { goal, formatNumber, table } from "./table.mjs"

const [rows, documents] = [20_000, 1_000]
/** Views of a round: about four seconds each way. */
const views = { tallied: 100_000, rowByRow: 10_000 }
const rounds = 3
const [timesGoal, bytesGoal] = [7, 300]

/** Rounds of the two ways take turns, so that other load on the machine slows both equally. */
export async function measure() {
  const folder = mkdtempSync(join(tmpdir(), "doujia-bench-counts-"))
  const removeFolder = atEnd(() => rmSync(folder, { recursive: true, force: true }))
  const { startEmbeddedDatabase } = await importTypeScript("server/db/embedded.ts")
  const database = await startEmbeddedDatabase({ dataDir: folder, log: () => undefined })
  const stopDatabase = atEnd(() => database.stop())
  const { migrateMeasured } = await importTypeScript("tools/bench/measured-app.ts")
  await migrateMeasured(database.connection, inProject("server/db/migrations"))
  say(`正在每张表放入 ${formatNumber(rows)} 行…`)
  const client = new pg.Client(database.connection)
  await client.connect()
  await fillAdminTables(client, rows).finally(() => client.end())
  const { openViewCounting } = await importTypeScript("tools/bench/view-counting.ts")
  const counting = await openViewCounting(database.connection, folder, documents)
  const ways = ["rowByRow", "tallied"]
  // the first changes after a checkpoint write whole pages
  for (const way of ways) await counting[way](views[way] / 10)
  const costs = { rowByRow: [], tallied: [] }
  for (let round = 1; round <= rounds; round++) {
    say(`第 ${round} 轮，共 ${rounds} 轮`)
    for (const way of ways) costs[way].push(await counting[way](views[way]))
  }
  await counting.stop()
  await stopDatabase()
  await removeFolder()
  const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
  const resultOf = (way) => ({
    way,
    perSecond: median(costs[way].map((one) => one.views / one.seconds)),
    walBytes: median(costs[way].map((one) => one.walBytes / one.views)),
  })
  const [before, now] = [resultOf("rowByRow"), resultOf("tallied")]
  const results = [before, now]
  const names = { rowByRow: "逐行改文档（以前）", tallied: "先记在窄表里" }
  console.log(
    `\n${table(
      ["", "每秒", "每次的 WAL 字节"],
      results.map(({ way, perSecond, walBytes }) => [names[way], formatNumber(perSecond), formatNumber(walBytes)]),
    )}\n`,
  )
  const faster = goal(
    `每秒记的浏览是以前的 ${timesGoal} 倍以上`,
    now.perSecond >= timesGoal * before.perSecond,
    `${formatNumber(now.perSecond / before.perSecond, 1)} 倍`,
  )
  const lighter = goal(`每次浏览的 WAL 不超过 ${bytesGoal} 字节`, now.walBytes <= bytesGoal, `${formatNumber(now.walBytes)} 字节`)
  return { met: faster && lighter, rows: results }
}
