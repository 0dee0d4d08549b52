import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { prepareBuild } from "../attack/attack.mjs"
import { importTypeScript } from "../lib/bundle.mjs"
import { Failure, fail, messageOf } from "../lib/failure.mjs"
import { mainBundle, say } from "../lib/project.mjs"
import { copyTestData } from "../lib/test-data.mjs"

const help = `用法：npm run torture -- money [选项]

  money               签到、下单、支付、充值、会员、下载同时进行，随机用 SIGKILL 杀掉服务和它的 PostgreSQL，
                      每次重启后核对：账平，确认过的都在，一件事只有一次效果，没有卡住的订单
  --seconds 秒        折磨多久（默认 600）
  --clients 数        同时操作的客户端（默认 8）
  --seed 数           重复以前一次的随机选择（时间先后仍由机器决定）
  --no-build          源码改过也不重新编译
  --help              显示这段说明

在临时文件夹里启动自己的站点，不碰任何别的数据。发现一处不对就以 1 结束。`

/** @param {string[]} args */
const readOptions = (args) => {
  /** @type {import("node:util").ParseArgsConfig["options"]} */
  const options = {
    seconds: { type: "string", default: "600" },
    clients: { type: "string", default: "8" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    "no-build": { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  }
  try {
    /** @type {{ values: { seconds?: string, clients?: string, seed?: string, help?: boolean, "no-build"?: boolean }, positionals: string[] }} */
    const { values, positionals } = parseArgs({ args, options, strict: true, allowPositionals: true })
    const [seconds, clients, seed] = [values.seconds, values.clients, values.seed].map(Number)
    if (!values.help && positionals.join() !== "money") throw new Failure("要折磨什么？npm run torture -- money")
    if (![seconds, clients, seed].every((value) => Number.isInteger(value) && Number(value) >= 0) || !seconds || !clients)
      throw new Failure("--seconds、--clients 和 --seed 是整数。")
    return { ...values, seconds, clients, seed: seed ?? 0 }
  } catch (error) {
    if (error instanceof Failure) throw error
    throw new Failure(`${messageOf(error).split(".")[0]}，npm run torture -- --help 会列出所有选项。`, { cause: error })
  }
}

/** `npm run torture`: ends with 1 where anything that must hold did not. @param {string[]} args */
export const torture = async (args) => {
  try {
    const { help: wanted, seconds, clients, seed, ...rest } = readOptions(args)
    if (wanted) return console.log(help)
    if (!rest["no-build"]) await prepareBuild()
    const { tortureMoney, report } = await importTypeScript("scripts/torture/money.ts")
    const dataDir = mkdtempSync(join(tmpdir(), "doujia-torture-"))
    try {
      say(`随机数从 ${seed} 开始`)
      const admin = await copyTestData("empty", dataDir)
      const found = await tortureMoney({ main: mainBundle, dataDir, admin, seconds, seed, clients, say })
      console.log(report(found))
      process.exitCode = found.violations.length > 0 ? 1 : 0
    } finally {
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    }
  } catch (error) {
    fail(error)
  }
}
