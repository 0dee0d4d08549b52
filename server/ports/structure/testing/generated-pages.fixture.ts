import { chinese, makePdf } from "../../converter/testing/pdf.fixture"
import type { StoredRun } from "../structure.port"

/**
 * A page with one label character per run: the kind of the line (`labelOf` in `measured-pages.fixture.ts`), a capital if it begins a block,
 * `-` if it is part of a drawing. Pages of a `document` are consecutive.
 */
export type LabelledPage = { document: number; page: number; width: number; height: number; labels: string; runs: StoredRun[] }

/** Number of pages per document. */
const PAGES = 5
const A4 = { width: 595, height: 842 }

type Drawn = { text: string; x: number; baseline: number; size: number; bold: boolean; label: string }
type Style = ReturnType<typeof styleOf>

/** A small pseudo-random generator with a reproducible sequence (Numerical Recipes' LCG). */
const randomOf = (seed: number) => {
  let state = seed * 2654435761
  return (below: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
type Random = ReturnType<typeof randomOf>

const letters =
  "的一是在不了有和人这中大为上个国我以要他时来用们生到作地于出就分对成会可主发年动同工也能下过子说产种面而方后多定行学法所民得经十三之进着等部度家电力里如水化高自二理起小物现实加量都两体制机当使点从业本去把性好应开它合还因由其些然前外天政四日那社义事平形相全表间样与关各重新线内数正心反你明看原又么利比或但质气第向道命此变条只没结解问意建月公无系军很情者最立代想已通并提直题党程展五果料象员革位入常文总次品式活设及管特件长求老头基资边流路级少图山统接知较将组见计别她手角期根论运农指几九区强放决西被干做必战先回则任取据处队南给色光门即保治北造百规热领七海口东导器压志世金增争济阶油思术极交受联什认六共权收证改清己美再采转更单风切打白教速花带安场身车例真务具万每目至达走积示议声报斗完类八离华名确才科张信马节话米整空元况今集温传土许步群广石记需段研界拉林律叫且究观越织装影算低持音众书布复容儿须际商非验连断深难近矿千周委素技备半办青省列习响约支般史感劳便团往酸历市克何除消构府称太准精值号率族维划选标写存候毛亲快效斯院查江型眼王按格养易置派层片始却专状育厂京识适属圆包火住调满县局照参红细引听该铁价严"
const wordsOf = (random: Random, count: number): string => Array.from({ length: count }, () => letters[random(letters.length)]!).join("")
const sentenceOf = (random: Random, count: number): string => {
  let text = ""
  while (text.length < count - 14) text += `${wordsOf(random, 6 + random(10))}，`
  return `${text}${wordsOf(random, 5 + random(6))}。`
}

const styleOf = (random: Random) => ({
  size: 10 + random(5) / 2,
  leading: 1.35 + random(5) / 10,
  left: 60 + random(40),
  columns: random(4) === 0 ? 2 : 1,
  /** Paragraphs are either indented or separated by spacing. */
  indented: random(3) > 0,
  titles: (["large", "bold", "both"] as const)[random(3)]!,
  numbered: (["第N章 ", "N、", "N.1 "] as const)[random(3)]!,
  marker: (["•", "（N）", "N. ", "①"] as const)[random(4)]!,
  head: random(3) > 0,
  number: (["— N —", "N", "第 N 页"] as const)[random(3)]!,
  notes: random(2) === 0,
})

const numerals = "一二三四五六七八九十"

class Sheet {
  readonly drawn: Drawn[] = []
  y = 80
  column = 0

  constructor(
    readonly style: Style,
    readonly random: Random,
  ) {}

  get width(): number {
    const { columns, left } = this.style
    return (A4.width - 2 * left - (columns - 1) * 24) / columns
  }
  get x(): number {
    return this.style.left + this.column * (this.width + 24)
  }
  get bottom(): number {
    return this.style.notes ? 690 : 750
  }

  put(text: string, x: number, size: number, label: string, bold = false, y = this.y): void {
    this.drawn.push({ text, x, baseline: y + size * 0.9, size, bold, label })
  }
  /** Reserves space in points, in the next column if necessary. Returns false if the page is full. */
  room(points: number): boolean {
    if (this.y + points <= this.bottom) return true
    if (this.column + 1 >= this.style.columns) return false
    this.column += 1
    this.y = 80
    return this.y + points <= this.bottom
  }

  /** Lays out a text as lines: the first is indented by `indent` em, the following ones by `hanging` em. */
  lay(text: string, label: string, { indent = 0, hanging = 0, size = this.style.size }): void {
    let rest = text
    let first = true
    while (rest) {
      const shift = (first ? indent : hanging) * size
      let count = Math.max(4, Math.floor((this.width - shift) / size))
      // 避头尾: a punctuation mark must not begin a line, so it stays at the end of the previous one.
      if (/^[，。]/.test(rest.slice(count))) count -= 1
      if (!this.room(size * this.style.leading)) return
      this.put(rest.slice(0, count), this.x + shift, size, first ? label.toUpperCase() : label)
      this.y += size * this.style.leading
      rest = rest.slice(count)
      first = false
    }
  }

  paragraph(): void {
    const { indented, size } = this.style
    this.lay(sentenceOf(this.random, 40 + this.random(140)), "p", { indent: indented ? 2 : 0 })
    if (!indented) this.y += size * 0.7
  }
  title(number: number): void {
    const { titles, size, numbered } = this.style
    const titleSize = titles === "bold" ? size : size * (1.25 + this.random(3) / 10)
    if (!this.room(titleSize * 3.5)) return
    this.y += size * 0.9
    const mark = numbered.startsWith("N.") ? numbered.replace("N", String(number)) : numbered.replace("N", numerals[number % 10]!)
    this.put(`${mark}${wordsOf(this.random, 4 + this.random(6))}`, this.x, titleSize, "H", titles !== "large")
    this.y += titleSize * 1.7
  }
  list(): void {
    const { marker, size } = this.style
    for (let n = 1; n <= 3 + this.random(3); n += 1) {
      const itemMarker = marker === "①" ? "①②③④⑤⑥⑦"[n - 1]! : marker.replace("N", String(n))
      if (!this.room(size * 3)) return
      this.lay(`${itemMarker}${marker === "•" ? " " : ""}${sentenceOf(this.random, 14 + this.random(40))}`, "i", { indent: 1, hanging: 3 })
    }
    if (!this.style.indented) this.y += size * 0.7
  }
  table(number: number): void {
    const { size, columns } = this.style
    const [count, rows] = [columns === 2 ? 3 : 3 + this.random(3), 3 + this.random(5)]
    if (!this.room((rows + 3) * size * 1.9)) return
    this.y += size * 0.6
    this.put(`表 ${number} ${wordsOf(this.random, 6)}`, this.x + this.width / 3, size * 0.9, "C")
    this.y += size * 1.9
    for (let row = 0; row < rows; row += 1) {
      for (let column = 0; column < count; column += 1) {
        const text = row === 0 || column === 0 ? wordsOf(this.random, 2 + this.random(2)) : String(100 + this.random(9000))
        this.put(text, this.x + 4 + (column * this.width) / count, size * 0.92, row + column === 0 ? "T" : "t")
      }
      this.y += size * 1.7
    }
    this.y += size
  }
  notes(): void {
    let y = 705
    for (let n = 1; n <= 2; n += 1) {
      this.put(`${"①②"[n - 1]!}${sentenceOf(this.random, 20)}`, this.style.left, this.style.size * 0.78, "N", false, y)
      y += this.style.size * 1.2
    }
  }
  furniture(page: number, name: string): void {
    if (this.style.head) this.put(name, this.style.left, this.style.size * 0.85, "F", false, 38)
    const text = this.style.number.replace("N", String(page))
    this.put(text, A4.width / 2 - (text.length * this.style.size * 0.85) / 2, this.style.size * 0.85, "F", false, 795)
  }
  contents(): void {
    this.put("目录", A4.width / 2 - 20, 18, "H", true)
    this.y += 40
    const { size, left } = this.style
    for (let n = 1; n <= 18; n += 1) {
      const title = `${n % 3 ? `${Math.ceil(n / 3)}.${n % 3} ` : `第${numerals[(n / 3) % 10]!}章 `}${wordsOf(this.random, 4 + this.random(8))}`
      const room = Math.floor((A4.width - 2 * left) / size) - title.length - 3
      this.put(`${title}${"…".repeat(Math.max(3, room))}${n * 2}`, left, size, "O")
      this.y += size * 1.6
    }
  }
}

const filled = (style: Style, random: Random, page: number, name: string): Sheet => {
  const sheet = new Sheet(style, random)
  sheet.furniture(page, name)
  if (page === 1) {
    sheet.contents()
    return sheet
  }
  for (let step = 0, title = page; sheet.room(style.size * 6) && step < 30; step += 1) {
    const kind = random(7)
    if (step === 0 || kind === 0) sheet.title((title += 1))
    else if (kind === 1) sheet.list()
    else if (kind === 2) sheet.table(step)
    sheet.paragraph()
  }
  if (style.notes) sheet.notes()
  return sheet
}

const contentOf = ({ drawn }: Sheet): string =>
  drawn
    .map(
      ({ text, x, baseline, size, bold }) =>
        `BT ${bold ? "2 Tr 0.3 w" : "0 Tr"} /F2 ${size} Tf ${x.toFixed(2)} ${(A4.height - baseline).toFixed(2)} Td ${chinese(text)} Tj ET`,
    )
    .join("\n")

/**
 * Generates `documents` documents of five pages with contents, titles, lists, tables, columns, notes and running heads. The labels are
 * known because the pages are generated. `read` reads the runs of a PDF's pages.
 */
export const generatedPages = (documents: number, read: (pdf: Buffer) => readonly (readonly StoredRun[])[]): LabelledPage[] => {
  const pages: LabelledPage[] = []
  for (let document = 1; document <= documents; document += 1) {
    const random = randomOf(document)
    const style = styleOf(random)
    const name = wordsOf(random, 8)
    const sheets = Array.from({ length: PAGES }, (_, at) => filled(style, random, at + 1, name))
    const runs = read(makePdf(sheets.map((sheet) => ({ content: contentOf(sheet) }))))
    sheets.forEach((sheet, at) => {
      const labels = runs[at]!.map(([, x, y, , height]) => {
        const near = sheet.drawn.filter((one) => Math.abs(y + height * 0.78 - one.baseline) < 3 && one.x <= x + 2)
        const nearest = near.toSorted((one, other) => other.x - one.x)[0]
        // A line that was written in several pieces begins only once.
        return nearest ? (Math.abs(nearest.x - x) < 2 ? nearest.label : nearest.label.toLowerCase()) : "-"
      })
      pages.push({ document, page: at + 1, ...A4, labels: labels.join(""), runs: [...runs[at]!] })
    })
  }
  return pages
}
