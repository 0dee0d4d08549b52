import { mkdirSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { parseArgs } from "node:util"
import { temporaryFolder, tidyOnSignal, tidyUp } from "../../bench/cleanup.mjs"
import { formatNumber, goal, table } from "../../bench/table.mjs"
import { fail, Failure, sentenceOf } from "../../../scripts/lib/failure.mjs"
import { importTypeScript } from "../../../scripts/lib/bundle.mjs"
import { say } from "../../../scripts/lib/project.mjs"
import { openConverter, pagesOf } from "../converter.mjs"
import { documentsIn } from "../documents.mjs"
import { growthOf, remainderOf, luminance, strokeBox } from "./contrast.mjs"
import { openScreen } from "./screen.mjs"
import { specimens } from "./specimens.mjs"
import { stemsOf } from "./stems.mjs"

const CLEAR = 0.6
const clearGoal = 0.98
const growthGoal = 0.06
/** Widths of a page in the reader, in CSS pixels: 双页 and a panel beside, 适应宽度 on a notebook, a phone. */
const views = [
  { width: 420, density: 1, theme: "light" },
  { width: 560, density: 1, theme: "light" },
  { width: 800, density: 1, theme: "light" },
  { width: 800, density: 1, theme: "dark" },
  { width: 351, density: 2, theme: "light" },
  { width: 800, density: 2, theme: "light" },
  { width: 800, density: 2, theme: "dark" },
]

/** Measures how much ink the strokes of glyphs keep, compared with PDFium's bitmap of the same size. Exits with 1 if a goal is missed. */
export async function ink(args) {
  try {
    const options = readOptions(args)
    tidyOnSignal()
    const met = await measure(options)
    await tidyUp()
    process.exit(met ? 0 : 1)
  } catch (error) {
    await tidyUp()
    fail(new Failure(sentenceOf(error).replace(/^启动失败/, "测量失败"), { cause: error }))
  }
}

function readOptions(args) {
  const options = /** @type {const} */ ({
    pages: { type: "string", default: "14" },
    face: { type: "string", default: "Noto Serif CJK SC" },
    keep: { type: "string" },
    only: { type: "string" },
  })
  try {
    const { values, positionals } = parseArgs({ args, options, strict: true, allowPositionals: true })
    const { keep, pages, face, only } = values
    const folders = positionals.map((folder) => resolve(folder))
    return { pages: Number(pages), face: String(face), only, keep: keep && resolve(String(keep)), folders }
  } catch (error) {
    throw new Failure("看不懂选项，npm run fidelity -- --help 会列出所有选项。", { cause: error })
  }
}

async function measure(options) {
  const temporary = temporaryFolder()
  const [converter, screen] = await Promise.all([openConverter(), openScreen()])
  const { openReference } = await importTypeScript("tools/fidelity/reference.ts")
  const documents = options.folders.length
    ? await documentsIn(options.folders, temporary)
    : await specimens(screen.browser, temporary, options.face)
  const rows = []
  for (const document of documents) {
    if (options.only && !document.title.includes(options.only)) continue
    say(`正在测量 ${document.title}`)
    const pdf = await openReference(document.path)
    if (pdf === null) continue
    for await (const page of pagesOf(converter, document.path, options.pages, temporary))
      if (page.kind === "vector") rows.push(...(await measurePage(document, page, { pdf, screen, keep: options.keep })))
    pdf.close()
  }
  await converter.close()
  await screen.close()
  return report(rows)
}

/** The page without its glyphs, and without the style sheet that thickens them. */
const withoutGlyphs = (svg) => svg.replace("</svg>", `<style>g[transform^="matrix("]{display:none}</style></svg>`)
const withoutSheet = (svg) => svg.replace(/<style>[\s\S]*?<\/style>/, "")

async function measurePage(document, { page, width: points, height: tall, svg }, { pdf, screen, keep }) {
  const { outlines, glyphs } = await screen.glyphsOf(svg)
  const stems = outlines.map(stemsOf)
  const rows = []
  for (const view of views) {
    const [across, down] = [view.width * view.density, Math.floor((view.width * view.density * tall) / points)]
    const size = { ...view, height: down / view.density }
    const bitmap = await pdf.draw(page, across)
    const asSvg = (body) => ({ contentType: "image/svg+xml", body })
    const draw = async (picture) => luminance(await screen.draw(picture, size), across, Math.floor(down) - 1)
    const png = await screen.draw(asSvg(svg), size)
    const pictures = {
      ours: await luminance(png, across, Math.floor(down) - 1),
      reference: await draw({ contentType: "image/png", body: bitmap }),
      paper: await draw(asSvg(withoutGlyphs(svg))),
      bare: view.density > 1 ? await draw(asSvg(withoutSheet(svg))) : null,
    }
    const name = `${document.title}#${page}@${view.width}×${view.density}${view.theme === "dark" ? "暗" : ""}`
    if (keep) {
      mkdirSync(keep, { recursive: true })
      writeFileSync(join(keep, `${name}.ours.png`), png)
      writeFileSync(join(keep, `${name}.theirs.png`), bitmap)
      writeFileSync(join(keep, `${document.title}#${page}.svg`), svg)
    }
    rows.push({ document: document.title, name, view, ...judge(glyphs, stems, pictures, across / points) })
  }
  return rows
}

/** Returns how many strokes were judged and are clear, the shares that remain, and the largest growth of a glyph. */
function judge(glyphs, stems, pictures, scale) {
  let [strokes, clear, growth] = [0, 0, 0]
  const shares = []
  for (const glyph of glyphs) {
    const boxes = stems[glyph.outline].flatMap((stem) => {
      const box = strokeBox(stem, glyph, scale)
      return box ? [{ box, horizontal: stem.horizontal }] : []
    })
    for (const { box, horizontal } of boxes) {
      const share = remainderOf(pictures, box, horizontal)
      if (share === null) continue
      strokes += 1
      shares.push(share)
      if (share >= CLEAR) clear += 1
    }
    if (pictures.bare && boxes.length > 0)
      growth = Math.max(growth, growthOf(pictures, /** @type {[number, number, number, number]} */ (areaOf(boxes))) ?? 0)
  }
  return { strokes, clear, growth, shares }
}

function areaOf(boxes) {
  const xs = boxes.flatMap(({ box }) => box.xs)
  const ys = boxes.flatMap(({ box }) => box.ys)
  return [Math.floor(Math.min(...xs)) - 2, Math.floor(Math.min(...ys)) - 2, Math.ceil(Math.max(...xs)) + 2, Math.ceil(Math.max(...ys)) + 2]
}

const percent = (share) => `${formatNumber(share * 100, 2)}%`
const sum = (rows, name) => rows.reduce((total, row) => total + row[name], 0)

function report(rows) {
  const lines = []
  for (const kind of new Set(rows.map(({ document }) => document)))
    for (const { width, density, theme } of views) {
      const group = rows.filter(
        ({ document, view }) => document === kind && view.width === width && view.density === density && view.theme === theme,
      )
      if (!group.length) continue
      const shares = group.flatMap((row) => row.shares).sort((one, other) => one - other)
      lines.push([
        kind,
        `${width} px × ${density}${theme === "dark" ? "，深色" : ""}`,
        sum(group, "strokes"),
        percent(sum(group, "clear") / Math.max(1, sum(group, "strokes"))),
        formatNumber(shares[shares.length >> 6] ?? 0, 2),
        formatNumber(shares[shares.length >> 1] ?? 0, 2),
        density > 1 ? percent(Math.max(...group.map(({ growth }) => growth))) : "",
      ])
    }
  console.log(`\n${table(["页面", "宽度", "笔画", "保留 60% 以上", "最淡的 1/64", "中位", "最大增粗"], lines, 2)}\n`)
  const share = sum(rows, "clear") / Math.max(1, sum(rows, "strokes"))
  const growth = Math.max(0, ...rows.map((row) => row.growth))
  return [
    goal("至少 98% 的笔画保留 PDFium 对比度的 60%", share >= clearGoal, `${percent(share)}，${formatNumber(sum(rows, "strokes"))} 笔`),
    goal("2 倍屏上没有字的面积增加超过 6%", growth <= growthGoal, percent(growth)),
  ].every(Boolean)
}
