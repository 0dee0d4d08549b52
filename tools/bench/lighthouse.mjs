import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { Failure, fail, sentenceOf } from "../../scripts/lib/failure.mjs"
import { findChromium } from "../../scripts/lib/programs.mjs"
import { say } from "../../scripts/lib/project.mjs"
import { run } from "../../scripts/lib/run.mjs"
import { temporaryFolder, tidyOnSignal, tidyUp } from "./cleanup.mjs"
import { pathsOf } from "./pages.mjs"
import { seedFolder } from "./seeded.mjs"
import { startMeasured } from "./server.mjs"
import { goal, formatNumber, table } from "./table.mjs"

/** Downloaded only when needed: with its dependencies it would double what an installation of this project downloads. */
const program = "lighthouse@13.5.0"
const browsers = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]
const kinds = { home: "首页", category: "分类", document: "文档", article: "文章", search: "搜索结果", entry: "搜索" }
/** Audits that a page fails on purpose: search results must not be indexed (docs/decisions/047). */
const unwanted = { search: ["is-crawlable"] }
/** Minimum scores on a phone, and the maximum layout shift of a page. */
const least = { performance: 95, accessibility: 100, "best-practices": 100, seo: 100 }
const mostShift = 0.01

/**
 * `npm run lighthouse`: measures the public pages of a seeded site with Lighthouse as on a phone. The exit code is 1 when a goal is missed.
 */
export async function lighthouse() {
  try {
    tidyOnSignal()
    const browser = process.env.CHROME_PATH ?? browsers.find((path) => existsSync(path)) ?? (await findChromium()) ?? ""
    const folder = temporaryFolder()
    say("正在放入示例数据…")
    await seedFolder(folder, { documents: 500, articles: 50, pictures: 60 })
    const server = await startMeasured({ folder })
    const paths = { ...(await pathsOf(server)), entry: "/search" }
    const rows = []
    for (const [name, title] of Object.entries(kinds)) {
      say(`正在看${title}页`)
      rows.push({ title, ...(await look(server.url + paths[name], join(folder, `${name}.json`), browser, unwanted[name])) })
    }
    await server.stop()
    const met = report(rows)
    await tidyUp()
    process.exit(met ? 0 : 1)
  } catch (error) {
    await tidyUp()
    fail(new Failure(sentenceOf(error), { cause: error }))
  }
}

/** @param {string} url @param {string} file @param {string} browser @param {string[]} [skipped] */
async function look(url, file, browser, skipped = []) {
  const flags = ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage"].join(" ")
  const categories = Object.keys(least).join(",")
  const args = [
    "--yes",
    program,
    url,
    "--quiet",
    "--output=json",
    `--output-path=${file}`,
    `--only-categories=${categories}`,
    `--chrome-flags=${flags}`,
    ...(skipped.length > 0 ? [`--skip-audits=${skipped.join(",")}`] : []),
  ]
  const { code, output } = await run("npx", args, { quiet: true, env: { CHROME_PATH: browser } })
  if (code !== 0) throw new Failure(`Lighthouse 没有看成 ${url}：\n${output.trim().split("\n").slice(-10).join("\n")}`)
  const { categories: results, audits } = JSON.parse(readFileSync(file, "utf8"))
  const missed = Object.values(audits).filter(({ score, scoreDisplayMode }) => score === 0 && scoreDisplayMode === "binary")
  return {
    scores: Object.fromEntries(Object.keys(least).map((name) => [name, Math.round((results[name]?.score ?? 0) * 100)])),
    shift: audits["cumulative-layout-shift"].numericValue,
    paint: audits["largest-contentful-paint"].numericValue,
    blocking: audits["total-blocking-time"].numericValue,
    missed: missed.map(({ id }) => id),
  }
}

function report(rows) {
  const heads = ["网页", "性能", "无障碍", "最佳实践", "SEO", "CLS", "LCP ms", "TBT ms", "没有通过"]
  const line = ({ title, scores, shift, paint, blocking, missed }) => [
    title,
    ...Object.keys(least).map((name) => scores[name]),
    formatNumber(shift, 3),
    formatNumber(paint),
    formatNumber(blocking),
    missed.join(" ") || "—",
  ]
  console.log(`\n${table(heads, rows.map(line))}\n`)
  const met = Object.entries(least).map(([name, score]) => {
    const worst = rows.toSorted((a, b) => a.scores[name] - b.scores[name])[0]
    return goal(`${name} 不低于 ${score}`, worst.scores[name] >= score, `${worst.title} ${worst.scores[name]}`)
  })
  const shaky = rows.toSorted((a, b) => b.shift - a.shift)[0]
  met.push(goal(`CLS 不超过 ${mostShift}`, shaky.shift <= mostShift, `${shaky.title} ${formatNumber(shaky.shift, 3)}`))
  return met.every(Boolean)
}
