import { existsSync, writeFileSync } from "node:fs"
import { availableParallelism } from "node:os"
import { resolve } from "node:path"
import { Failure, fail, sentenceOf } from "../../scripts/lib/failure.mjs"
import { buildReady } from "../../scripts/lib/fingerprint.mjs"
import { oneAtATime } from "../../scripts/lib/one-at-a-time.mjs"
import { inProject, mainBundle, say } from "../../scripts/lib/project.mjs"
import { runNode } from "../../scripts/lib/run.mjs"
import { interrupted, tidyOnSignal, tidyUp } from "./cleanup.mjs"
import { readBenchOptions } from "./options.mjs"

/** Modes that measure modules by themselves. */
const withoutBuild = new Set(["search", "admin", "words", "counts"])

/** Measures the built server and prints whether the goals are met. The exit code is 1 when a goal is missed. */
export async function bench(args) {
  try {
    const options = readBenchOptions(args)
    tidyOnSignal()
    for (const event of ["uncaughtException", "unhandledRejection"]) process.on(event, (error) => void end(error))
    if (!withoutBuild.has(options.mode)) await prepareBuild(options)
    const { measure } = await import(`./${options.mode}.mjs`)
    const { met, ...report } = await measure(options)
    if (options.json) save(options, report)
    await tidyUp()
    process.exit(met ? 0 : 1)
  } catch (error) {
    await end(error)
  }
}

async function end(error) {
  if (interrupted()) return // The error only results from the interruption
  await tidyUp()
  fail(new Failure(sentenceOf(error).replace(/^启动失败/, "测量失败"), { cause: error }))
}

async function prepareBuild({ build, server }) {
  const present = existsSync(mainBundle) && existsSync(inProject(".next/BUILD_ID"))
  if (server || (!build && present)) return
  if (!build) throw new Failure("还没有编译过，请去掉 --no-build 再试。")
  if (buildReady()) return
  say("正在编译（约一分钟）…")
  const { code, output } = await oneAtATime(async () =>
    buildReady() ? { code: 0, output: "" } : runNode([inProject("scripts/build.mjs")], { quiet: true }),
  )
  if (code === 0) return
  console.error(output.trim().split("\n").slice(-40).join("\n"))
  throw new Failure("编译失败，原因见上面的输出。")
}

function save({ json, mode, seconds, connections }, report) {
  const machine = { node: process.versions.node, platform: `${process.platform}-${process.arch}`, cores: availableParallelism() }
  writeFileSync(
    json,
    `${JSON.stringify({ mode, at: new Date().toISOString(), machine, ...(mode === "site" && { seconds, connections }), ...report }, null, 2)}\n`,
  )
  say(`结果已写入 ${resolve(json)}`)
}
