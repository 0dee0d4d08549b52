import { mkdirSync } from "node:fs"
import { join, resolve } from "node:path"
import { parseArgs } from "node:util"
import { chromium } from "playwright"
import { atEnd, temporaryFolder, tidyOnSignal, tidyUp } from "../bench/cleanup.mjs"
import { signIn } from "../bench/client.mjs"
import { Failure, fail, messageOf, sentenceOf } from "../lib/failure.mjs"
import { prepareChromium } from "../lib/programs.mjs"
import { inProject, say } from "../lib/project.mjs"
import { startServer } from "../lib/server.mjs"
import { screensOf } from "./screens.mjs"
import { composeSheet } from "./sheets.mjs"
import { states } from "./states.mjs"

const help = `用法：npm run look -- [选项]

把每个页面在各种宽度、明暗和数据下的样子拍成一张张对照图，放进一个文件夹，给人看，也可以附在合并请求里。先运行 npm run build。

  --out DIR        放到哪里（默认 look）
  --states LIST    empty（空站）、6（六份文档）、54（五十四份各种格式的文档）、hostile（刁钻的名字），默认全部
  --screens LIST   名字里有这些字的页面，例如 home,document,admin/user；默认全部
  --widths LIST    默认 375,768,1280,1920
  --themes LIST    默认 light,dark
  --help           显示这段说明`

const options = /** @type {const} */ ({
  out: { type: "string", default: "look" },
  states: { type: "string", default: Object.keys(states).join(",") },
  screens: { type: "string", default: "" },
  widths: { type: "string", default: "375,768,1280,1920" },
  themes: { type: "string", default: "light,dark" },
  help: { type: "boolean", default: false },
})
/** Pages are shown down to this height, in CSS pixels. */
const tallest = 2600
const quietMs = 250
const session = "doujia_session"

/** @param {string} text */
const listOf = (text) => text.split(",").filter(Boolean)

/** @param {string[]} args */
function readOptions(args) {
  let values
  try {
    values = parseArgs({ args, options, strict: true }).values
  } catch (error) {
    throw new Failure(`看不懂选项，npm run look -- --help 会列出所有选项：${messageOf(error)}`, { cause: error })
  }
  if (values.help) return null
  const wanted = listOf(values.states)
  const unknown = wanted.find((name) => !Object.hasOwn(states, name))
  if (unknown) throw new Failure(`没有叫 ${unknown} 的数据，可以用 ${Object.keys(states).join("、")}。`)
  return {
    out: resolve(inProject(values.out)),
    states: wanted,
    screens: listOf(values.screens),
    widths: listOf(values.widths).map(Number),
    themes: listOf(values.themes),
  }
}

/** Who is logged in: the session's cookie, and what the pages read from the local storage. */
async function enter(context, site, admin) {
  const reply = await fetch(`${site.url}/api/v1/user/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(admin),
  })
  const { user, token } = await reply.json()
  await context.addCookies([{ name: session, value: token, url: site.url, httpOnly: true, sameSite: "Lax" }])
  await context.addInitScript(
    ([key, one, two]) => {
      localStorage.setItem(key, one)
      localStorage.setItem("user", two)
    },
    ["token", token, JSON.stringify(user)],
  )
}

/** One screen at one width: a JPEG of its top, and what went wrong on it. */
async function shoot(context, url, width) {
  const page = await context.newPage()
  const faults = []
  page.on("pageerror", (error) => faults.push(error.message))
  page.on("console", (line) => line.type() === "error" && !/status of 404/.test(line.text()) && faults.push(line.text()))
  await page.setViewportSize({ width, height: 900 })
  await page.goto(url, { waitUntil: "load" })
  await page.waitForLoadState("networkidle", { timeout: 15_000 }).catch(() => undefined)
  // pictures below the first screen are loaded when they come near
  await page.evaluate(async (most) => {
    for (let y = 0; y < Math.min(most, document.body.scrollHeight); y += 600) {
      scrollTo(0, y)
      await new Promise((done) => setTimeout(done, 60))
    }
    scrollTo(0, 0)
  }, tallest)
  await page.waitForTimeout(quietMs)
  const { height, overflow } = await page.evaluate(() => ({
    height: Math.max(innerHeight, document.documentElement.scrollHeight),
    overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  }))
  if (overflow > 0) faults.push(`比屏幕宽 ${overflow} 像素`)
  await page.setViewportSize({ width, height: Math.min(tallest, height) })
  await page.waitForTimeout(quietMs)
  const picture = await page.screenshot({ type: "jpeg", quality: 82 })
  await page.close()
  return { picture, faults }
}

async function lookAt(browser, site, admin, { folder, screens, widths, themes }) {
  const client = await signIn({ url: site.url, admin })
  const wanted = (await screensOf(client)).filter(({ name }) => screens.length === 0 || screens.some((word) => name.includes(word)))
  let faulty = 0
  for (const { name, path, login } of wanted) {
    const shots = []
    for (const theme of themes) {
      const context = await browser.newContext({ colorScheme: theme, locale: "zh-CN", reducedMotion: "reduce" })
      if (login) await enter(context, site, admin)
      for (const width of widths) shots.push({ theme, width, ...(await shoot(context, site.url + path, width)) })
      await context.close()
    }
    await composeSheet(join(folder, `${name.replaceAll("/", "-")}.jpg`), shots)
    const faults = [...new Set(shots.flatMap((shot) => shot.faults.map((fault) => `${shot.width} ${shot.theme}：${fault}`)))]
    faulty += faults.length
    say(`  ${name}${faults.length ? `\n    ${faults.slice(0, 4).join("\n    ")}` : ""}`)
  }
  return { screens: wanted.length, faulty }
}

/** `npm run look`: a contact sheet of every screen for each state of the data; exit code 1 where a page has an error or is too wide. */
export async function look(args) {
  try {
    const chosen = readOptions(args)
    if (!chosen) return say(help)
    tidyOnSignal()
    const executablePath = await prepareChromium()
    if (!executablePath) throw new Failure("没有找到 Chromium，可用 CHROMIUM_PATH 指定。")
    const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] })
    atEnd(() => browser.close())
    let faulty = 0
    for (const state of chosen.states) {
      say(`正在准备数据：${state}`)
      const dataDir = temporaryFolder()
      const admin = await states[state].prepare(dataDir)
      const site = await startServer({ dataDir, env: { LOG_LEVEL: "warn", SAMPLES: "false" } })
      const stop = atEnd(() => site.stop())
      await states[state].fill?.({ url: site.url, admin, dataDir })
      const folder = join(chosen.out, state)
      mkdirSync(folder, { recursive: true })
      const seen = await lookAt(browser, site, admin, { ...chosen, folder })
      faulty += seen.faulty
      say(`${state}：${seen.screens} 个页面的对照图在 ${folder}`)
      await stop()
    }
    await tidyUp()
    process.exit(faulty ? 1 : 0)
  } catch (error) {
    await tidyUp()
    fail(new Failure(sentenceOf(error), { cause: error }))
  }
}
