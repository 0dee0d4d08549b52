import { writeFileSync } from "node:fs"
import { loadavg } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { Failure } from "../../scripts/lib/failure.mjs"
import { findChromium } from "../../scripts/lib/programs.mjs"
import { say } from "../../scripts/lib/project.mjs"
import { atEnd, temporaryFolder } from "./cleanup.mjs"
import { signIn } from "./client.mjs"
import { longPdf } from "./reader-pdf.mjs"
import { watched } from "./reader-probe.mjs"
import { startMeasured } from "./server.mjs"
import { goal, formatNumber, table } from "./table.mjs"

const pages = 300
const screens = [
  { title: "1280 px", width: 1280, height: 900, pointer: "mouse" },
  { title: "375 px", width: 375, height: 812, pointer: "touch" },
]
const goals = { fps: 60, blank: 300, most: 12 }
/** The reader must reach this share of the frame rate of an empty page on the same machine. */
const share = 0.95
const busyLoad = 2

/** `npm run bench reader`: scrolls a 300-page document in Chromium and compares it with an empty page of the same length. */
export async function measure(options) {
  const folder = temporaryFolder()
  const { chromium } = await import("playwright")
  const server = await startMeasured({ folder, server: options.server, env: { SAMPLES: "false" } })
  const address = await publish(server, folder)
  const browser = await chromium.launch({ executablePath: (await findChromium()) ?? undefined, args: ["--no-sandbox", "--disable-gpu"] })
  const close = atEnd(() => browser.close())
  const rows = []
  for (const screen of screens) rows.push(...(await measureScreen(browser, screen, server.url + address, options.seconds)))
  await close()
  await server.stop()
  print(rows)
  return { met: judge(rows), rows }
}

/** Uploads the document and waits until all of its pages are rendered. Resolves with its address. */
async function publish(server, folder) {
  say(`正在上传并转换 ${pages} 页的 PDF…`)
  const client = await signIn(server)
  const path = join(folder, `${pages} 页.pdf`)
  writeFileSync(path, longPdf(pages))
  const { id: attachment_id } = await client.upload(path)
  const {
    document: [{ uuid }],
  } = await client.call("POST", "/document", { document: [{ attachment_id, title: `${pages} 页测试文档` }] })
  for (const end = Date.now() + 10 * 60_000; Date.now() < end; await pause(500)) {
    const { status, convert_error } = await client.call("GET", `/document?uuid=${uuid}`)
    if (status === 2) return `/document/${uuid}`
    if (status === 3) throw new Failure(convert_error || "转换失败")
  }
  throw new Failure("测试文档十分钟内没有转换完。")
}

const emptyPage =
  "data:text/html,<meta name=viewport content=width=device-width><body style='margin:0;height:320000px;background:linear-gradient(%23e9ece6,%23fff)'>"

async function measureScreen(browser, { title, width, height, pointer }, address, seconds) {
  say(`正在测量 ${title}`)
  const touch = pointer === "touch"
  const context = await browser.newContext({ viewport: { width, height }, hasTouch: touch, isMobile: touch, locale: "zh-CN" })
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  const ride = async (name, action) => {
    const row = { screen: title, name, load: loadavg()[0], ...(await watched(page, cdp, action)) }
    await page.waitForTimeout(1_000)
    return row
  }
  const steady = (speed) => () => scroll(cdp, { width, height, pointer, speed, seconds })
  await page.goto(emptyPage)
  const rows = [await ride("空白页，匀速（标尺）", steady(1_200))]
  await page.goto(address, { waitUntil: "networkidle" })
  rows.push(await ride("匀速阅读", steady(1_200)))
  rows.push(await ride("快速滑动", steady(5_000)))
  rows.push(await ride("跳到第 200、40、290、120 页", () => jump(page, [200, 40, 290, 120])))
  await context.close()
  return rows
}

/** Scrolls with the mouse wheel, or by touch with consecutive swipes. */
async function scroll(cdp, { width, height, pointer, speed, seconds }) {
  const x = Math.round(width / 2)
  if (pointer === "mouse")
    return cdp.send("Input.synthesizeScrollGesture", {
      x,
      y: Math.round(height / 2),
      yDistance: -speed * seconds,
      speed,
      gestureSourceType: pointer,
      preventFling: true,
    })
  for (const end = performance.now() + seconds * 1000; performance.now() < end;) await swipe(cdp, x, height, speed)
}

/** Swipes up over half of the screen at `speed` (px/s). The finger is lifted while it moves, so that the page keeps scrolling. */
async function swipe(cdp, x, height, speed) {
  const touch = (type, y) => cdp.send("Input.dispatchTouchEvent", { type, touchPoints: y === undefined ? [] : [{ x, y: Math.round(y) }] })
  const from = height * 0.75
  await touch("touchStart", from)
  for (const started = performance.now(); ; await pause(16)) {
    const gone = ((performance.now() - started) / 1000) * speed
    await touch("touchMove", from - Math.min(gone, height / 2))
    if (gone >= height / 2) break
  }
  await touch("touchEnd")
  await pause(250)
}

async function jump(page, targets) {
  for (const target of targets) {
    await page.evaluate((number) => (location.hash = `#page=${number}`), target)
    await page.waitForTimeout(1_000)
  }
}

const print = (rows) => {
  const heads = ["滚动", "窗口", "帧/秒", "超过 25 ms 的帧", "最长空白 ms", "最长只有小图 ms", "DOM 里最多几页", "主线程 CPU", "机器负载"]
  const lines = rows.map(({ name, screen, fps, jerks, blank, small, most, cpu, load }) => [
    name,
    screen,
    formatNumber(fps, 1),
    `${formatNumber(jerks * 100, 1)}%`,
    formatNumber(blank),
    formatNumber(small),
    formatNumber(most),
    `${formatNumber(cpu * 100)}%`,
    formatNumber(load, 1),
  ])
  console.log(`\n${table(heads, lines)}\n`)
  if (rows.some(({ load }) => load > busyLoad))
    console.log("这台机器上还有别的程序在忙（负载超过 2），帧数与空白只作参考；主线程 CPU 不受影响。\n")
}

/** Compares the frame rate at reading speed with the empty page. Checks blank pages and page elements in all rows. */
function judge(rows) {
  return screens
    .flatMap(({ title }) => {
      const [empty, ...rides] = rows.filter(({ screen }) => screen === title)
      const reading = rides[0]
      const least = Math.min(goals.fps, empty.fps) * share
      const blank = Math.max(...rides.map((row) => row.blank))
      const most = Math.max(...rides.map((row) => row.most))
      return [
        goal(
          `${title}：匀速阅读 ${goals.fps} 帧/秒（不低于空白页的 ${share * 100}%）`,
          reading.fps >= least,
          `${formatNumber(reading.fps, 1)}，空白页 ${formatNumber(empty.fps, 1)}`,
        ),
        goal(`${title}：空白不超过 ${goals.blank} ms`, blank <= goals.blank, `${formatNumber(blank)} ms`),
        goal(`${title}：DOM 里最多 ${goals.most} 页`, most <= goals.most, `${most} 页`),
      ]
    })
    .every(Boolean)
}
