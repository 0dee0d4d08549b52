import { spawn } from "node:child_process"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { gunzipSync } from "node:zlib"
import { generatedSite } from "../../scripts/import/generated-site.mjs"
import { launchMariaDb } from "../../scripts/import/mariadb.mjs"
import { Failure } from "../../scripts/lib/failure.mjs"
import { startServer } from "../../scripts/lib/server.mjs"
import { inProject, say } from "../../scripts/lib/project.mjs"
import { atEnd, temporaryFolder } from "./cleanup.mjs"
import { goal, formatNumber, table } from "./table.mjs"

const leastRows = 500
const mostMegabytes = 400
/** Limits of a site with 100,000 documents, seconds; a smaller one is faster. */
const mostSeconds = 360
const mostSecondsUnchanged = 60

/** `npm run bench -- import`: imports a generated site from a real MariaDB, then imports it again with nothing changed. */
export async function measure({ documents }) {
  say(`正在 MariaDB 里做一个有 ${formatNumber(documents)} 份文档的网站…`)
  const maria = await launchMariaDb()
  atEnd(maria.stop)
  const connection = await maria.connect()
  await connection.query("create database site character set utf8mb4")
  await connection.changeUser({ database: "site" })
  await connection.query(gunzipSync(await readFile(inProject("tests/import/database.sql.gz"))).toString("utf8"))
  for (const statement of generatedSite(documents)) await connection.query(statement)
  await connection.end()
  const folder = temporaryFolder()
  // An import needs a site that has been started once.
  await (await startServer({ dataDir: join(folder, "data"), env: { SAMPLES: "false", LOG_LEVEL: "warn" } })).stop()
  const rows = []
  for (const title of ["第一次", "再一次，没有变化"]) {
    say(`正在转入（${title}）…`)
    rows.push({ title, ...(await takeOver(maria.address("site"), folder)) })
  }
  const heads = ["项目", "行", "秒", "行/秒", "内存 MB", "开始时 MB"]
  const line = (row) => [
    row.title,
    formatNumber(row.rows),
    formatNumber(row.seconds, 1),
    formatNumber(row.perSecond),
    formatNumber(row.megabytes),
    formatNumber(row.idleMegabytes),
  ]
  console.log(`\n${table(heads, rows.map(line))}\n`)
  const memory = Math.max(...rows.map((row) => row.megabytes))
  const met = [
    goal(`每秒不少于 ${leastRows} 行`, rows[0].perSecond >= leastRows, `${formatNumber(rows[0].perSecond)} 行`),
    goal(`第一次 ≤ ${mostSeconds} s`, rows[0].seconds <= mostSeconds, `${formatNumber(rows[0].seconds, 1)} s`),
    goal(`没有变化 ≤ ${mostSecondsUnchanged} s`, rows[1].seconds <= mostSecondsUnchanged, `${formatNumber(rows[1].seconds, 1)} s`),
    goal(`内存 ≤ ${mostMegabytes} MB`, memory <= mostMegabytes, `${formatNumber(memory)} MB`),
  ]
  return { met: met.every(Boolean), rows }
}

/** Returns the peak memory of the process itself, in MB. Its database is another process. */
const peakOf = (pid = 0) => {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

/**
 * Runs the import. Time counts from the first line of the command, when the site and the databases are open. @param {string} from @param
 * {string} folder
 */
async function takeOver(from, folder) {
  const args = [
    "--from",
    from,
    "--files",
    inProject("tests/import/site"),
    "--timezone",
    "+00:00",
    "--accept-missing",
    "--data",
    join(folder, "data"),
  ]
  const child = spawn(process.execPath, [inProject("dist/server/import.mjs"), ...args], {
    cwd: inProject("."),
    stdio: ["ignore", "pipe", "pipe"],
  })
  const stop = atEnd(() => void child.kill("SIGKILL"))
  let [output, begun, peak, idle] = ["", 0, 0, 0]
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      output += String(chunk)
      if (!begun && output.includes("转入，时间按")) [begun, idle] = [performance.now(), peakOf(child.pid)]
    })
  const looking = setInterval(() => void (peak = Math.max(peak, peakOf(child.pid))), 50)
  const [code] = await once(child, "close")
  const seconds = (performance.now() - begun) / 1000
  clearInterval(looking)
  await stop()
  if (code !== 0) throw new Failure(`转入失败：\n${output.slice(-2_000)}`)
  const rows = [...output.matchAll(/：看了 (\d+) 条/g)].reduce((sum, [, count]) => sum + Number(count), 0)
  return { rows, seconds, perSecond: rows / seconds, megabytes: peak, idleMegabytes: idle }
}
