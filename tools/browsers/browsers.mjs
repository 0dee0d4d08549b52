import { existsSync, mkdirSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { Failure, fail, sentenceOf } from "../../scripts/lib/failure.mjs"
import { olderChromium } from "../../scripts/lib/older-chromium.mjs"
import { inProject, say } from "../../scripts/lib/project.mjs"
import { run } from "../../scripts/lib/run.mjs"
import { copyTestData } from "../../scripts/lib/test-data.mjs"
import { atEnd, temporaryFolder, tidyOnSignal, tidyUp } from "../bench/cleanup.mjs"
import { startMeasured } from "../bench/server.mjs"
import { table } from "../bench/table.mjs"
import { openChromium, openFirefox, openWebKit } from "./drivers.mjs"
import { steps } from "./journey.mjs"

/** Downloaded only when needed: together they would double what an installation of this project downloads. */
const packages = ["chromium-107@npm:@sparticuz/chromium@107.0.0", "chromium-114@npm:@sparticuz/chromium@114.0.0", "puppeteer-core@24.9.0"]
const folder = inProject("dist/browsers")

const packed = (/** @type {string} */ name) => olderChromium(name, join(folder, "node_modules", name, "bin", "chromium.br"))

/** @type {Record<string, () => Promise<import("./drivers.mjs").Driver>>} */
const kinds = {
  "chromium-107": () => openChromium(packed("chromium-107") ?? ""),
  "chromium-114": () => openChromium(packed("chromium-114") ?? ""),
  firefox: async () => {
    const entry = pathToFileURL(join(folder, "node_modules/puppeteer-core/lib/esm/puppeteer/puppeteer-core.js")).href
    return openFirefox(await import(entry))
  },
  webkit: () => openWebKit(temporaryFolder()),
}

async function installPackages() {
  if (["chromium-107", "chromium-114", "puppeteer-core"].every((name) => existsSync(join(folder, "node_modules", name)))) return
  say("正在安装这个命令要用的软件包：Chromium 107、Chromium 114、puppeteer-core…")
  mkdirSync(folder, { recursive: true })
  const args = ["install", "--prefix", folder, "--no-save", "--ignore-scripts", "--no-audit", "--no-fund", ...packages]
  const { code, output } = await run("npm", args, { quiet: true })
  if (code !== 0) throw new Failure(`没有装上：\n${output.trim().split("\n").slice(-5).join("\n")}`)
}

/** `npm run browsers`: walks through a temporary site in other browsers. The exit code is 1 when a step fails in one of them. @param {string[]} args */
export async function browsers(args) {
  try {
    tidyOnSignal()
    const only = /^--only=(.+)$/.exec(args[0] ?? "--only=" + Object.keys(kinds).join(","))?.[1]?.split(",") ?? []
    const unknown = only.find((name) => !(name in kinds))
    if (only.length === 0 || unknown) throw new Failure("请用 --only 写出浏览器的名字，见 --help。")
    await installPackages()
    const data = temporaryFolder()
    say("正在准备站点…")
    const admin = await copyTestData("reading", data)
    const site = await startMeasured({ folder: data, dataDir: data })
    const rows = []
    let failures = 0
    for (const name of only) {
      const open = kinds[name]
      if (!open) continue
      const browser = await open()
      const close = atEnd(() => browser.close())
      say(`${name}：${browser.version}`)
      for (const [title, work] of steps({ url: site.url, admin, mark: `${name.replace(/\W/g, "")}${Date.now().toString(36)}` })) {
        const fault = await work(browser).then(
          () => "",
          (error) => sentenceOf(error).split("\n")[0],
        )
        if (fault) failures++
        rows.push([browser.version, title, fault ? `✗ ${fault}` : "✓"])
        say(`  ${fault ? "✗" : "✓"} ${title}${fault && `：${fault}`}`)
      }
      await close()
    }
    console.log(`\n${table(["浏览器", "步骤", "结果"], rows)}\n`)
    await site.stop()
    await tidyUp()
    process.exit(failures > 0 ? 1 : 0)
  } catch (error) {
    await tidyUp()
    fail(new Failure(sentenceOf(error), { cause: error }))
  }
}
