import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { prepareBuild } from "../attack/attack.mjs"
import { importTypeScript } from "../../scripts/lib/bundle.mjs"
import { Failure, fail, messageOf } from "../../scripts/lib/failure.mjs"
import { inProject, mainBundle, say } from "../../scripts/lib/project.mjs"
import { run } from "../../scripts/lib/run.mjs"
import { copyTestData } from "../../scripts/lib/test-data.mjs"

const help = `用法：npm run torture -- money|documents|import|takeover|crawl|storage [选项]

  money               签到、下单、支付、充值、会员、下载同时进行，随机用 SIGKILL 杀掉服务和它的 PostgreSQL，
                      每次重启后核对：账平，确认过的都在，一件事只有一次效果，没有卡住的订单
  documents           四个人不停上传，随机用 SIGKILL 杀掉服务、它的 PostgreSQL、画页面的进程和 LibreOffice，
                      最后核对：确认过的文件一个字节不少，文档都转换了，没有留下重复、半成品和进程
  import              转入一个网站、导入一个目录，随机用 SIGKILL 杀掉，最后核对：一行不少，一份不重
  takeover            只转入一个网站
  crawl               采集、下载、发布时杀掉网站自己，最后核对：页面没有漏，每份资料一个文件、一份文档
  storage             把文件复制到对象存储时杀掉，最后核对：一个字节不少，没有多余的
  --kills 次          杀多少次（默认 300，money 除外；测试里的短形式，documents 24 次，其余各 2 次）
  --seconds 秒        money 折磨多久（默认 600）
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
    kills: { type: "string", default: "300" },
    clients: { type: "string", default: "8" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    "no-build": { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  }
  try {
    /** @type {{ values: { seconds?: string, kills?: string, clients?: string, seed?: string, help?: boolean, "no-build"?: boolean }, positionals: string[] }} */
    const { values, positionals } = parseArgs({ args, options, strict: true, allowPositionals: true })
    const numbers = [values.seconds, values.clients, values.kills, values.seed].map(Number)
    const [seconds = 0, clients = 0, kills = 0, seed = 0] = numbers
    const [what] = positionals
    if (!values.help && (positionals.length !== 1 || !(what === "money" || tests[String(what)])))
      throw new Failure(`要折磨什么？npm run torture -- money、${Object.keys(tests).join("、")}`)
    if (!numbers.every((value) => Number.isInteger(value) && value >= 0) || !seconds || !clients || !kills)
      throw new Failure("--seconds、--clients、--kills 和 --seed 是整数。")
    return { ...values, what, seconds, clients, kills, seed }
  } catch (error) {
    if (error instanceof Failure) throw error
    throw new Failure(`${messageOf(error).split(".")[0]}，npm run torture -- --help 会列出所有选项。`, { cause: error })
  }
}

/** Tests that run in a short form among the others, and which of a file's. @type {Record<string, [file: string, name: string]>} */
const tests = {
  documents: ["tests/process/kills.test.ts", ""],
  import: ["tests/process/killed.test.ts", "takeover|import of a folder"],
  takeover: ["tests/process/killed.test.ts", "a takeover"],
  crawl: ["tests/process/killed.test.ts", "a crawl"],
  storage: ["tests/process/killed.test.ts", "a move of the files"],
}

/** @param {[file: string, name: string]} test @param {number} kills @param {number} seed */
const tortureBy = async ([file, name], kills, seed) => {
  const env = { NODE_ENV: "test", DOUJIA_KILLS: String(kills), DOUJIA_SEED: String(seed) }
  const { code } = await run(inProject("node_modules/.bin/vitest"), ["run", "--project", "sites", file, ...(name ? ["-t", name] : [])], {
    env,
  })
  process.exitCode = code
}

/** `npm run torture`: ends with 1 where anything that must hold did not. @param {string[]} args */
export const torture = async (args) => {
  try {
    const { help: wanted, what, seconds, clients, kills, seed, ...rest } = readOptions(args)
    if (wanted) return console.log(help)
    const test = tests[String(what)]
    if (test) return await tortureBy(test, kills, seed)
    if (!rest["no-build"]) await prepareBuild()
    const { tortureMoney, report } = await importTypeScript("tools/torture/money.ts")
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
