// Pictures of the samples as SVG: the logo, a shelf, two figures, the cover of the book, the banners.
import sharp from "sharp"

export const green = { deep: "#23703f", dark: "#154b29", sprout: "#7db343", line: "#b7d5bd", soft: "#e6f1e7", paper: "#fafbf8" }
export const ink = { text: "#191f1a", second: "#465048", third: "#5e6860", line: "#e3e7df", strong: "#cbd2c8" }
const sans = "font-family=\"'Noto Sans CJK SC','Microsoft YaHei',sans-serif\""

/** The logo of 豆架 on its 32 × 32 grid. */
export const mark = (deep = green.deep, sprout = green.sprout) =>
  `<g fill="${deep}"><rect x="5" y="2.5" width="22" height="3" rx="1.5"/>` +
  '<path d="M15.3 10.3C13.3 8.5 10.4 7.8 7.4 8v9.4c3-.2 5.9.5 7.9 2.3Z"/>' +
  '<path d="M16.7 10.3C18.7 8.5 21.6 7.8 24.6 8v9.4c-3-.2-5.9.5-7.9 2.3Z"/>' +
  `<rect x="3" y="27" width="26" height="3" rx="1.5"/></g><g fill="${sprout}">` +
  '<path d="M15.4 27C10.2 27.3 7.5 24.6 7.4 20c5-.3 7.9 2.2 8 7Z"/>' +
  '<path d="M16.6 27C21.8 27.3 24.5 24.6 24.6 20c-5-.3-7.9 2.2-8 7Z"/></g>'

export const markSvg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${mark()}</svg>`

const text = (x, y, size, body, { fill = ink.text, weight = 400, anchor = "middle" } = {}) =>
  `<text x="${x}" y="${y}" font-size="${size}" font-weight="${weight}" fill="${fill}" text-anchor="${anchor}" ${sans}>${body}</text>`

const box = (x, y, w, h, { fill = "#fff", stroke = ink.strong, r = 10, width = 2 } = {}) =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${r}" fill="${fill}" stroke="${stroke}" stroke-width="${width}"/>`

/** One paper on the shelf: x, width, height, kind of ruling. Bottom at y = 0. */
function sheet(x, w, h, kind) {
  const rule = (n, short) =>
    Array.from(
      { length: n },
      (_, i) =>
        `<rect x="${x + w * 0.16}" y="${-h + h * 0.26 + i * h * 0.085}" width="${w * (i % 3 === short ? 0.44 : 0.68)}" height="${h * 0.022}" fill="#d5dad1"/>`,
    ).join("")
  const head = `<rect x="${x + w * 0.16}" y="${-h + h * 0.12}" width="${w * 0.42}" height="${h * 0.045}" fill="${green.deep}"/>`
  const paper = `<rect x="${x}" y="${-h}" width="${w}" height="${h}" fill="#fff" stroke="${ink.strong}" stroke-width="1.5"/>`
  if (kind === "bars") {
    const bars = [0.2, 0.34, 0.27, 0.42].map(
      (v, i) =>
        `<rect x="${x + w * (0.18 + i * 0.165)}" y="${-h * 0.12 - h * v}" width="${w * 0.1}" height="${h * v}" fill="${i === 3 ? green.sprout : green.line}"/>`,
    )
    return paper + head + bars.join("")
  }
  return paper + head + rule(kind === "long" ? 8 : 7, 2)
}

const spine = (x, w, h, fill, band) =>
  `<rect x="${x}" y="${-h}" width="${w}" height="${h}" rx="3" fill="${fill}"/>` +
  `<rect x="${x + w * 0.24}" y="${-h * 0.86}" width="${w * 0.52}" height="${h * 0.2}" rx="2" fill="${band}"/>`

/** A sprout of height h that grows from (x, 0). */
const sprout = (x, h) =>
  `<g transform="translate(${x} 0) scale(${h / 100})">` +
  `<path d="M0 0C1-30-2-52 2-74" fill="none" stroke="${green.deep}" stroke-width="5" stroke-linecap="round"/>` +
  `<path d="M2-72C-30-70-46-86-47-114-16-116 2-101 2-72Z" fill="${green.sprout}"/>` +
  `<path d="M2-72C34-70 50-86 51-114 20-116 2-101 2-72Z" fill="${green.deep}"/></g>`

/** A shelf 960 wide and 300 high: spines, papers, a sprout, the rail. */
export const shelf = `<g transform="translate(0 272)">${[
  spine(40, 46, 190, green.deep, green.soft),
  spine(92, 38, 214, green.sprout, "#fff"),
  spine(136, 52, 176, green.line, "#fff"),
  sheet(214, 128, 181, "short"),
  sheet(362, 150, 212, "long"),
  sheet(532, 128, 181, "bars"),
  sprout(719, 112),
  spine(780, 40, 200, green.line, "#fff"),
  spine(826, 50, 178, green.dark, green.line),
  spine(882, 36, 208, green.deep, green.soft),
].join("")}<rect x="0" y="0" width="960" height="14" rx="7" fill="${green.deep}"/></g>`

export const shelfSvg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 290">${shelf}</svg>`

/** Figure 1: the steps of a document from upload to reader. */
function journeySvg() {
  const steps = [
    ["上传", "选文件、填标题"],
    ["审核", "按用户组决定", "是否需要"],
    ["转换", "变成可以翻的页"],
    ["发布", "进入分类与搜索"],
    ["被读到", "预览、收藏、下载"],
  ]
  const parts = steps.map(([name, ...notes], i) => {
    const x = 20 + i * 240
    const last = i === steps.length - 1
    const dashed = i === 1 ? ' stroke-dasharray="8 6"' : ""
    const card = box(x, 40, 190, 150, {
      fill: last ? green.deep : i === 1 ? "#fff" : green.soft,
      stroke: i === 1 ? green.deep : "none",
    }).replace("/>", `${dashed}/>`)
    const arrow = last
      ? ""
      : `<path d="M${x + 198} 115h26m-9-9 9 9-9 9" fill="none" stroke="${green.sprout}" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/>`
    const lines = notes
      .map((note, k) => text(x + 95, (notes.length === 1 ? 150 : 142) + k * 26, 20, note, { fill: last ? "#dcebd9" : ink.second }))
      .join("")
    return card + text(x + 95, 104, 32, name, { weight: 700, fill: last ? "#fff" : green.deep }) + lines + arrow
  })
  const loop = (from, to, y, at, width, note) =>
    `<g fill="none" stroke="${ink.third}" stroke-width="2.5"><path d="M${from} 190V${y}H${to}V202" stroke-dasharray="7 6"/>` +
    `<path d="M${to - 9} 207l9-9 9 9"/></g><rect x="${at - width / 2}" y="${y - 15}" width="${width}" height="30" fill="#fff"/>` +
    text(at, y + 7, 20, note, { fill: ink.third })
  const back = loop(355, 150, 238, 252, 136, "退回：改好再交") + loop(595, 80, 282, 400, 330, "转换失败：看清原因，换个文件再传")
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1190" height="304" viewBox="0 0 1190 304"><path fill="#fff" d="M0 0h1190v304H0z"/>${parts.join("")}${back}</svg>`
}

/** Figure 2: the parts of a document's page. */
function anatomySvg() {
  const dot = (n, x, y) =>
    `<circle cx="${x}" cy="${y}" r="19" fill="${green.deep}"/>${text(x, y + 8, 22, n, { fill: "#fff", weight: 700 })}`
  const lines = (x, y, w, n, gap = 20) =>
    Array.from(
      { length: n },
      (_, i) => `<rect x="${x}" y="${y + i * gap}" width="${i % 4 === 3 ? w * 0.6 : w}" height="7" rx="3" fill="#dfe4da"/>`,
    ).join("")
  const thumbs = [0, 1, 2, 3]
    .map((i) => box(56, 186 + i * 96, 58, 80, { r: 3, stroke: i === 1 ? green.deep : ink.strong, width: i === 1 ? 4 : 2 }))
    .join("")
  const parts = [
    box(10, 10, 1170, 640, { fill: "#f5f6f3", r: 14 }),
    box(40, 34, 520, 26, { fill: "#dfe4da", stroke: "none", r: 5 }),
    box(40, 72, 300, 14, { fill: "#e4e8e0", stroke: "none", r: 5 }),
    box(40, 104, 800, 52, { r: 10 }),
    [60, 104, 148].map((x) => box(x, 118, 30, 24, { r: 5, fill: "#eef0eb", stroke: "none" })).join(""),
    text(300, 138, 21, "3 / 42", { fill: ink.second }),
    text(470, 138, 21, "− 适应宽度 +", { fill: ink.second }),
    [690, 734, 778].map((x) => box(x, 118, 30, 24, { r: 5, fill: "#eef0eb", stroke: "none" })).join(""),
    box(40, 166, 800, 404, { fill: "#e9ece6", stroke: "none", r: 4 }),
    thumbs,
    box(190, 186, 570, 384, { r: 2 }),
    box(236, 222, 260, 18, { fill: green.line, stroke: "none", r: 4 }),
    lines(236, 266, 478, 8),
    box(236, 438, 478, 100, { fill: green.soft, stroke: "none", r: 4 }),
    box(870, 104, 280, 132),
    text(894, 146, 26, "免费", { anchor: "start", fill: green.deep, weight: 700 }),
    lines(894, 170, 220, 3),
    box(870, 252, 280, 90),
    `<circle cx="914" cy="297" r="24" fill="${green.soft}"/>`,
    lines(954, 284, 120, 2),
    box(870, 358, 280, 212),
    lines(894, 418, 220, 7),
    box(10, 590, 1170, 60, { r: 0 }),
    lines(40, 616, 300, 1),
    box(960, 600, 196, 40, { fill: green.deep, stroke: "none", r: 8 }),
    text(1058, 627, 20, "下载文档", { fill: "#fff", weight: 700 }),
    dot(1, 604, 56),
    dot(2, 240, 130),
    dot(3, 130, 226),
    dot(4, 700, 226),
    dot(5, 1124, 130),
    dot(6, 1124, 278),
    dot(7, 1124, 384),
    dot(8, 920, 620),
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1190" height="660" viewBox="0 0 1190 660"><path fill="#fff" d="M0 0h1190v660H0z"/>${parts.join("")}</svg>`
}

/** The cover of the book of poems, 1200 × 1600: a moon over hills, the title in a column as old books have it. */
function poemsCoverSvg() {
  const column = (x, y, size, line, fill, gap) =>
    [...line]
      .map(
        (character, i) =>
          `<text x="${x}" y="${y + i * gap}" font-size="${size}" fill="${fill}" text-anchor="middle" font-family="'Noto Serif CJK SC','Songti SC',SimSun,serif" font-weight="700">${character}</text>`,
      )
      .join("")
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="1600" viewBox="0 0 1200 1600">
<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#1d2b45"/><stop offset=".62" stop-color="#47618a"/><stop offset="1" stop-color="#c9c3b4"/></linearGradient></defs>
<path fill="url(#sky)" d="M0 0h1200v1600H0z"/><circle cx="370" cy="430" r="210" fill="#f6e9c4"/><circle cx="370" cy="430" r="260" fill="#f6e9c4" opacity=".12"/>
<path fill="#3d557a" opacity=".75" d="M0 1120c160-150 300-190 470-90s260 40 400-60 220-90 330-40v670H0Z"/>
<path fill="#2b3f5e" d="M0 1270c210-130 380-110 560-20s330 60 640-110v460H0Z"/><path fill="#18263d" d="M0 1420c300-90 520-50 760 10s330 30 440-10v180H0Z"/>
<path fill="none" stroke="#18263d" stroke-width="9" stroke-linecap="round" d="M250 1300c70 26 160 26 230 0M365 1300v-120M365 1180c36 22 60 60 66 104"/>
<rect x="770" y="170" width="270" height="860" fill="#f7f1e1"/><rect x="790" y="190" width="230" height="820" fill="none" stroke="#8a2f28" stroke-width="4"/>
${column(905, 360, 150, "古诗十五首", "#26221d", 152)}
<rect x="812" y="1080" width="186" height="64" rx="6" fill="#a33a30"/>${text(905, 1124, 36, "注音 · 注释", { fill: "#fff" })}</svg>`
}

/** A banner, 1320 × 654: what is said on the left, what it is about on the right. */
function bannerSvg({ back, title, line, ground, drawing, color = ink.text }) {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1320" height="654" viewBox="0 0 1320 654"><path fill="${back}" d="M0 0h1320v654H0z"/>${drawing}
<path fill="${ground}" d="M0 560h1320v94H0z"/><path fill="#191f1a" opacity=".08" d="M0 560h1320v8H0z"/>
${title.map((part, i) => `<text x="90" y="${210 + i * 104}" font-size="84" font-weight="700" fill="${color}" font-family="'Noto Serif CJK SC','Songti SC',SimSun,serif">${part}</text>`).join("")}
<rect x="92" y="${150 + title.length * 104}" width="84" height="8" rx="4" fill="${green.sprout}"/>${text(90, 232 + title.length * 104, 36, line, { anchor: "start", fill: color })}</svg>`
}

const welcomeSvg = () =>
  bannerSvg({
    back: "#eaf2e4",
    ground: "#cfe0c4",
    title: ["把资料放上书架", "把时间留给自己"],
    line: "十二份可以直接用的范本，从这里开始",
    drawing: `<g transform="translate(735 297) scale(.95)">${shelf}</g>`,
  })

const upload = (x, y, w, h, color, tilt) =>
  `<g transform="translate(${x} ${y}) rotate(${tilt})"><rect width="${w}" height="${h}" rx="6" fill="#fff"/><rect width="12" height="${h}" rx="4" fill="${color}"/><rect x="36" y="34" width="${w * 0.55}" height="16" rx="5" fill="${color}" opacity=".8"/>${[
    0, 1, 2, 3, 4,
  ]
    .map((n) => `<rect x="36" y="${82 + n * 34}" width="${n === 4 ? w * 0.4 : w * 0.7}" height="9" rx="4" fill="#d5dad1"/>`)
    .join("")}</g>`
const shareSvg = () =>
  bannerSvg({
    back: "#22384f",
    ground: "#1a2c3f",
    color: "#ffffff",
    title: ["上传第一份文档", "三分钟就够"],
    line: "自动转换、在线翻阅，随时收回",
    drawing:
      upload(830, 170, 240, 320, "#b5352b", -9) + upload(1010, 130, 240, 320, "#285cab", 6) + upload(920, 220, 240, 320, "#7db343", -1),
  })

const png = (svg, width) =>
  sharp(Buffer.from(svg), { density: 144 }).resize({ width }).png({ palette: true, colours: 128, compressionLevel: 9 }).toBuffer()

const webp = (svg) => sharp(Buffer.from(svg)).resize({ width: 1320 }).webp({ quality: 84, effort: 6 }).toBuffer()

export const pictures = {
  mark: () => png(markSvg.replace("viewBox", 'width="32" height="32" viewBox'), 256),
  shelf: () => png(shelfSvg.replace("viewBox", 'width="960" height="290" viewBox'), 1440),
  journey: () => png(journeySvg(), 1600),
  anatomy: () => png(anatomySvg(), 1600),
  poemsCover: () => png(poemsCoverSvg(), 900),
  welcome: () => webp(welcomeSvg()),
  share: () => webp(shareSvg()),
}
