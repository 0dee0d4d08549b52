import { mkdirSync } from "node:fs"
import { join, resolve } from "node:path"
import { parseArgs } from "node:util"
import { chromium } from "playwright"
import { atEnd, temporaryFolder, tidyOnSignal, tidyUp } from "../bench/cleanup.mjs"
import { signIn } from "../bench/client.mjs"
import { Failure, fail, messageOf, sentenceOf } from "../../scripts/lib/failure.mjs"
import { findChromium } from "../../scripts/lib/programs.mjs"
import { inProject, say } from "../../scripts/lib/project.mjs"
import { startServer } from "../../scripts/lib/server.mjs"
import { checks } from "./checks.mjs"
import { screensOf } from "./screens.mjs"
import { composeSheet } from "./contact-sheets.mjs"
import { enter, shoot } from "./shoot.mjs"
import { states } from "./states.mjs"

/** `narrow` runs once per page, the other checks at every width. */
const checkNames = [...Object.keys(checks), "narrow"]

const options = /** @type {const} */ ({
  out: { type: "string", default: "look" },
  states: { type: "string", default: Object.keys(states).join(",") },
  screens: { type: "string", default: "" },
  without: { type: "string", default: "" },
  widths: { type: "string", default: "375,768,1280,1920" },
  themes: { type: "string", default: "light,dark" },
  checks: { type: "string", default: checkNames.join(",") },
})
/** Number of screens that are processed in parallel. */
const atOnce = 2

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
  const selectedChecks = values.checks === "none" ? [] : listOf(values.checks)
  const uncheckable = selectedChecks.find((name) => !checkNames.includes(name))
  if (uncheckable) throw new Failure(`没有叫 ${uncheckable} 的检查，可以用 ${checkNames.join("、")}。`)
  const chosen = listOf(values.states)
  const unknown = chosen.find((name) => !Object.hasOwn(states, name))
  if (unknown) throw new Failure(`没有叫 ${unknown} 的数据，可以用 ${Object.keys(states).join("、")}。`)
  return {
    out: resolve(inProject("."), values.out),
    states: chosen,
    screens: listOf(values.screens),
    without: listOf(values.without),
    widths: listOf(values.widths).map(Number),
    themes: listOf(values.themes),
    wanted: selectedChecks,
  }
}

/** Opens browser contexts by theme and by login state. Each context loads the scripts only once. */
async function openContexts(browser, url, themes, admin) {
  const headers = { "content-type": "application/json" }
  const reply = await fetch(`${url}/api/v1/user/login`, { method: "POST", headers, body: JSON.stringify(admin) })
  const { user, token } = await reply.json()
  const contexts = new Map()
  for (const theme of themes)
    for (const login of [false, true]) {
      const context = await browser.newContext({ colorScheme: theme, locale: "zh-CN", reducedMotion: "reduce" })
      if (login) await enter(context, { url, token, user })
      contexts.set(`${theme} ${login}`, context)
    }
  return contexts
}

async function lookAt(browser, site, admin, { folder, screens, without, widths, themes, wanted: selectedChecks }) {
  const client = await signIn({ url: site.url, admin })
  const chosen = (await screensOf(client)).filter(({ name }) => screens.length === 0 || screens.some((word) => name.includes(word)))
  const all = chosen.filter(({ name }) => !without.some((word) => name.includes(word)))
  const contexts = await openContexts(browser, site.url, themes, admin)
  let faulty = 0
  const waiting = [...all]
  const work = async () => {
    for (let screen = waiting.shift(); screen; screen = waiting.shift()) {
      const { name, path, login } = screen
      const seen = []
      for (const theme of themes)
        seen.push(
          await shoot(contexts.get(`${theme} ${login}`), site.url + path, {
            theme,
            widths,
            wanted: selectedChecks,
            recoloured: seen.length > 0,
          }),
        )
      await composeSheet(
        join(folder, `${name.replaceAll("/", "-")}.jpg`),
        seen.flatMap(({ shots }) => shots),
      )
      const faults = seen.flatMap((one) => one.faults)
      faulty += faults.length
      say(`  ${name}${faults.map((fault) => `\n    ${fault}`).join("")}`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  for (const context of contexts.values()) await context.close()
  return { screens: all.length, faulty }
}

/**
 * `npm run look`: creates a contact sheet of every screen for each state of the data. Exits with 1 if a page has an error, is too wide, or
 * fails a check.
 */
export async function look(args) {
  try {
    const chosen = readOptions(args)
    tidyOnSignal()
    const browser = await chromium.launch({ executablePath: (await findChromium()) ?? undefined, args: ["--no-sandbox"] })
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
