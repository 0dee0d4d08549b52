import { rmSync } from "node:fs"
import { parseArgs } from "node:util"
import { setTimeout as pause } from "node:timers/promises"
import { Failure, messageOf } from "../../scripts/lib/failure.mjs"
import { say } from "../../scripts/lib/project.mjs"
import { makeTestFolder } from "../../scripts/lib/test-folder.mjs"
import { prepareBuild } from "../attack/attack.mjs"
import { atEnd, tidyOnSignal, tidyUp } from "../bench/cleanup.mjs"
import { formatNumber, goal, table } from "../bench/table.mjs"
import { measureEdits, walk } from "./journey.mjs"
import { lostWrites, startTraffic } from "./load.mjs"
import { startFleet } from "./machines.mjs"

const roles = ["web", "worker", "pgbouncer", "postgres", "s3", "nginx"]
const editGoalMs = 500
/** Traffic before a kill, and after the last failure, before the machine counts as recovered (ms). */
const quietMs = 3_000
const recoveryMs = 60_000

/** @param {string[]} args */
const readOptions = (args) => {
  try {
    const { values } = parseArgs({
      args,
      strict: true,
      options: {
        kills: { type: "string", default: roles.join(",") },
        edits: { type: "string", default: "40" },
        search: { type: "string" },
        "no-build": { type: "boolean", default: false },
      },
    })
    const kills = values.kills === "none" ? [] : values.kills.split(",")
    const edits = Number(values.edits)
    if (!kills.every((name) => roles.includes(name))) throw new Failure(`--kills 是 ${roles.join("、")} 里的几个，或者 none。`)
    if (!Number.isInteger(edits) || edits < 1 || edits > 10_000) throw new Failure("--edits 是 1 到 10000 的整数。")
    if (values.search !== undefined && !URL.canParse(values.search)) throw new Failure("--search 是 OpenSearch 的地址。")
    return { kills, edits, search: values.search, build: !values["no-build"] }
  } catch (error) {
    if (error instanceof Failure) throw error
    throw new Failure(`${messageOf(error).split(".")[0]}，npm run fleet -- --help 会列出所有选项。`, { cause: error })
  }
}

/** @param {number[]} sorted @param {number} share */
const quantile = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

/**
 * Kills one machine under traffic, starts it again and waits until nothing fails any more.
 * @param {import("./machines.mjs").Machine} machine @param {ReturnType<typeof startTraffic>} traffic
 */
const killOne = async (machine, traffic) => {
  await pause(quietMs)
  const [before, readsBefore, ackBefore] = [traffic.failed.length, traffic.reads(), traffic.acknowledged.size]
  const begun = performance.now()
  await machine.kill()
  await pause(500)
  await machine.start()
  const started = performance.now()
  const latest = () => Math.max(started, traffic.failed.slice(before).at(-1)?.at ?? 0)
  while (performance.now() - latest() < quietMs && performance.now() - begun < recoveryMs) await pause(100)
  const failed = traffic.failed.slice(before)
  const count = (/** @type {string} */ kind) => failed.filter((one) => one.kind === kind).length
  const last = failed.at(-1)?.at
  return {
    name: machine.name,
    single: machine.single,
    reads: traffic.reads() - readsBefore,
    writes: traffic.acknowledged.size - ackBefore,
    pages: count("网页"),
    calls: count("接口"),
    refused: count("写入"),
    seconds: last === undefined ? 0 : (last - begun) / 1000,
  }
}

/** `npm run fleet`. @param {string[]} args */
export const fleet = async (args) => {
  const options = readOptions(args)
  tidyOnSignal()
  if (options.build) await prepareBuild()
  const folder = makeTestFolder("fleet")
  atEnd(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }))
  try {
    const started = await startFleet(folder, options)
    const walked = await walk(started, (text) => console.log(`✓ ${text}`))
    say("正在量改动多久在别的进程看得到…")
    const [calls = [], pages = []] = await measureEdits(started, walked, options.edits)
    const spread = (/** @type {number[]} */ times) =>
      `p50 ${formatNumber(quantile(times, 0.5))}，p99 ${formatNumber(quantile(times, 0.99))} 毫秒`
    const met = [
      goal(`改动在别的进程的接口里看得到，p99 不超过 ${editGoalMs} 毫秒`, quantile(calls, 0.99) <= editGoalMs, spread(calls)),
      goal(`改动在别的进程的网页上看得到，p99 不超过 ${editGoalMs} 毫秒`, quantile(pages, 0.99) <= editGoalMs, spread(pages)),
    ]
    const traffic = startTraffic(walked)
    const results = []
    for (const machine of started.machines.filter(({ name }) => options.kills.some((role) => name.replace(role, "").match(/^\d*$/)))) {
      say(`正在杀掉 ${machine.name}…`)
      results.push(await killOne(machine, traffic))
    }
    await traffic.stop()
    const lost = await lostWrites(walked.site, walked.author, traffic.acknowledged)
    const rows = results.map(({ name, reads, pages, calls, writes, refused, seconds }) => [
      name,
      ...[reads, pages, calls, writes, refused].map((value) => formatNumber(value)),
      formatNumber(seconds, 1),
    ])
    if (rows.length) console.log(`\n${table(["杀掉", "读", "网页失败", "接口失败", "写成功", "写被拒", "恢复（秒）"], rows)}\n`)
    const missed = results.filter(({ single, pages, calls }) => !single && pages + calls > 0)
    if (results.some(({ single }) => !single))
      met.push(goal("网页和任务进程被杀时，没有一次读失败", missed.length === 0, missed.map(({ name }) => name).join("、") || "没有"))
    met.push(goal("确认过的写入一个没丢", lost.length === 0, lost.slice(0, 5).join("；") || `${traffic.acknowledged.size} 个都在`))
    process.exitCode = met.every(Boolean) ? 0 : 1
  } finally {
    await tidyUp()
  }
}
