// `npm run bench peers -- --rival URL --data DIR`: compares our calls with those of another server that has the same API and similar rows.
import { Failure } from "../../scripts/lib/failure.mjs"
import { cpuMs, processTree } from "../../scripts/lib/processes.mjs"
import { say } from "../../scripts/lib/project.mjs"
import { startLoad } from "./load.mjs"
import { peerTargets } from "./peer-targets.mjs"
import { startMeasured } from "./server.mjs"
import { goal, formatNumber, table } from "./table.mjs"

/** The minimum and the target ratio of our request rate to theirs. */
const [least, aim] = [3, 5]
const warmUpSeconds = 1
const headers = { "accept-encoding": "gzip" }

/** Returns the CPU time of a process and its descendants: the server and its database. @param {number | null} pid */
const cpuOf = (pid) => (pid ? processTree(pid).reduce((sum, one) => sum + (cpuMs(one.pid) ?? 0), 0) : null)

export async function measure({ rival, rivalPid, data, seconds, connections, server }) {
  if (!rival || !data)
    throw new Failure("用法：npm run bench peers -- --rival http://对方地址 --data 数据目录（先用 npm run seed 放入数据）")
  const load = startLoad()
  const start = (env = {}) => startMeasured({ folder: "", dataDir: data, server, env: { TRUSTED_PROXIES: "127.0.0.1", ...env } })
  const ours = await start()
  const targets = await peerTargets(ours.url, rival)
  /** @param {string} url @param {string[]} paths @param {number | null} pid */
  const run = async (url, paths, pid) => {
    await load.run({ url, paths, headers, connections, status: 200, seconds: warmUpSeconds })
    const before = cpuOf(pid)
    const result = await load.run({ url, paths, headers, connections, status: 200, seconds })
    const after = cpuOf(pid)
    return { ...result, cpu: before === null || after === null ? null : (after - before) / Math.max(1, result.requests) }
  }
  const rows = []
  for (const { title, own: ownPaths, theirs } of targets) {
    say(`正在测量 ${title}`)
    rows.push({
      title,
      own: ownPaths,
      ours: await run(ours.url, ownPaths, ours.pid),
      theirs: theirs.length ? await run(rival, theirs, rivalPid) : null,
    })
  }
  await ours.stop()
  say("再测一遍，不保留应答…")
  const anew = await start({ ANSWER_CACHE_MB: "0" })
  const measured = []
  for (const row of rows) measured.push({ ...row, anew: await run(anew.url, row.own, anew.pid) })
  await anew.stop()
  await load.stop()
  return report(measured)
}

const ratioOf = ({ ours, theirs }) => (theirs ? ours.perSecond / Math.max(theirs.perSecond, 0.1) : null)

function report(rows) {
  const digits = (/** @type {number} */ value) => (value < 100 ? 1 : 0)
  const heads = ["调用", "我们 次/秒", "对方", "倍数", "CPU ms/次", "对方", "不保留应答 次/秒", "倍数", "CPU ms/次", "错误"]
  const lines = rows.map((row) => {
    const { title, ours, theirs, anew } = row
    return [
      title,
      formatNumber(ours.perSecond, digits(ours.perSecond)),
      formatNumber(theirs?.perSecond, digits(theirs?.perSecond ?? 0)),
      formatNumber(ratioOf(row), 1),
      formatNumber(ours.cpu, 2),
      formatNumber(theirs?.cpu, 2),
      formatNumber(anew.perSecond, digits(anew.perSecond)),
      formatNumber(ratioOf({ ...row, ours: anew }), 1),
      formatNumber(anew.cpu, 2),
      `${ours.wrong + anew.wrong}/${theirs?.wrong ?? "—"}`,
    ]
  })
  console.log(`\n${table(heads, lines)}\n`)
  console.log("每一项轮换许多不同的地址；CPU 含数据库和全部子进程；倍数按每秒次数。不保留应答：ANSWER_CACHE_MB=0。\n")
  const compared = rows.filter((row) => row.theirs)
  const [worst] = compared.toSorted((a, b) => (ratioOf(a) ?? 0) - (ratioOf(b) ?? 0))
  const met = goal(
    `每一项不低于对方的 ${least} 倍`,
    (ratioOf(worst) ?? 0) >= least,
    `最低 ${worst.title} ${formatNumber(ratioOf(worst), 1)} 倍`,
  )
  goal(
    `最好不低于 ${aim} 倍`,
    (ratioOf(worst) ?? 0) >= aim,
    `${compared.filter((row) => (ratioOf(row) ?? 0) >= aim).length}/${compared.length} 项`,
  )
  return { met: met && rows.every(({ ours, anew }) => ours.wrong + anew.wrong === 0), rows }
}
