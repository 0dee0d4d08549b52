// 家庭年度预算表.xlsx: a year in months, what was planned and what was spent, sums by formula.
import { contentTypes, docProps, esc, officeNs, propTypes, rels, rootRels, xmlHead, zip } from "./package.mjs"

const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
const styles = ["plain", "title", "note", "head", "group", "text", "money", "sum", "sumText", "percent", "input"]
const style = Object.fromEntries(styles.map((name, i) => [name, i]))
const letter = (i) => String.fromCharCode(65 + i)

function stylesXml() {
  const font = (size, color, bold) =>
    `<font>${bold ? "<b/>" : ""}<sz val="${size}"/><color rgb="FF${color}"/><name val="微软雅黑"/><charset val="134"/></font>`
  const fonts = [
    font(10, "191F1A"),
    font(22, "FFFFFF", true),
    font(10, "E8F3F0"),
    font(10, "FFFFFF", true),
    font(11, "0B4F45", true),
    font(10, "0B4F45", true),
  ]
  const fill = (color) => `<fill><patternFill patternType="solid"><fgColor rgb="FF${color}"/><bgColor indexed="64"/></patternFill></fill>`
  const fills = [
    '<fill><patternFill patternType="none"/></fill>',
    '<fill><patternFill patternType="gray125"/></fill>',
    ...["0F7060", "14897A", "D6ECE7", "FDF6E3", "F1F9F7"].map(fill),
  ]
  const edge = (name) => `<${name} style="thin"><color rgb="FFC9DAD5"/></${name}>`
  const borders = [
    "<border><left/><right/><top/><bottom/></border>",
    `<border>${["left", "right", "top", "bottom"].map(edge).join("")}</border>`,
  ]
  const xf = (f, fl, b, align, format = 0) =>
    `<xf numFmtId="${format}" fontId="${f}" fillId="${fl}" borderId="${b}" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1"><alignment horizontal="${align}" vertical="center"/></xf>`
  const cells = [
    xf(0, 0, 0, "left"),
    xf(1, 2, 0, "left"),
    xf(2, 2, 0, "left"),
    xf(3, 3, 1, "center"),
    xf(4, 4, 1, "left"),
    xf(0, 0, 1, "left"),
    xf(0, 0, 1, "right", 3),
    xf(5, 6, 1, "right", 3),
    xf(5, 6, 1, "left"),
    xf(5, 6, 1, "right", 9),
    xf(0, 5, 1, "right", 3),
  ]
  const list = (tag, items) => `<${tag} count="${items.length}">${items.join("")}</${tag}>`
  return `${xmlHead}<styleSheet xmlns="${main}">${list("fonts", fonts)}${list("fills", fills)}${list("borders", borders)}<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>${list("cellXfs", cells)}<cellStyles count="1"><cellStyle name="常规" xfId="0" builtinId="0"/></cellStyles></styleSheet>`
}

/** value: text, number, or [formula, value]. */
function cell(ref, value, name) {
  const s = ` s="${style[name]}"`
  if (value === "") return `<c r="${ref}"${s}/>`
  if (Array.isArray(value)) return `<c r="${ref}"${s}><f>${esc(value[0])}</f><v>${value[1]}</v></c>`
  return typeof value === "number"
    ? `<c r="${ref}"${s}><v>${value}</v></c>`
    : `<c r="${ref}"${s} t="inlineStr"><is><t xml:space="preserve">${esc(value)}</t></is></c>`
}
const row = (n, height, cells) =>
  `<row r="${n}" ht="${height}" customHeight="1">${cells.map(([value, name], i) => cell(`${letter(i)}${n}`, value, name)).join("")}</row>`
const sum = (values) => values.reduce((a, b) => a + b, 0)

function sheetXml({ widths, rows, merges, freeze }) {
  const cols = widths.map((w, i) => `<col min="${i + 1}" max="${i + 1}" width="${w}" customWidth="1"/>`).join("")
  return (
    `${xmlHead}<worksheet xmlns="${main}"><sheetPr><tabColor rgb="FF0F7060"/><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews><sheetView showGridLines="0" workbookViewId="0"><pane xSplit="1" ySplit="${freeze}" topLeftCell="B${freeze + 1}" activePane="bottomRight" state="frozen"/></sheetView></sheetViews>` +
    `<sheetFormatPr defaultRowHeight="20"/><cols>${cols}</cols><sheetData>${rows.join("")}</sheetData><mergeCells count="${merges.length}">${merges.map((ref) => `<mergeCell ref="${ref}"/>`).join("")}</mergeCells>` +
    '<printOptions horizontalCentered="1"/><pageMargins left="0.3" right="0.3" top="0.3" bottom="0.4" header="0.2" footer="0.2"/><pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="1"/></worksheet>'
  )
}

const months = Array.from({ length: 12 }, (_, i) => `${i + 1} 月`)
const flat = (value, changes = {}) => months.map((_, i) => changes[i + 1] ?? value)
/** @type {[string, [string, number[]][]][]} */
const groups = [
  [
    "收入",
    [
      ["工资（税后）", flat(18600)],
      ["奖金与补贴", flat(0, { 1: 12000, 7: 6000 })],
      ["其他收入", flat(300)],
    ],
  ],
  [
    "居住",
    [
      ["房租或房贷", flat(5200)],
      ["水电燃气", flat(320, { 1: 460, 2: 460, 7: 520, 8: 520, 12: 430 })],
      ["物业与网络", flat(280)],
    ],
  ],
  [
    "生活",
    [
      ["买菜与外食", flat(2600, { 2: 3400 })],
      ["日用与衣物", flat(700, { 6: 1200, 11: 1800 })],
      ["交通与通信", flat(560)],
    ],
  ],
  [
    "家人",
    [
      ["教育与书", flat(900, { 3: 2400, 9: 2400 })],
      ["医疗与保险", flat(350, { 4: 3600 })],
      ["孝敬与礼金", flat(500, { 2: 3000, 10: 1500 })],
    ],
  ],
  [
    "其他",
    [
      ["旅行与娱乐", flat(400, { 5: 3000, 10: 4500 })],
      ["应急与其他", flat(300)],
    ],
  ],
]

function yearSheet() {
  const rows = [
    row(1, 46, [["　家庭年度预算表", "title"], ...Array.from({ length: 13 }, () => ["", "title"])]),
    row(2, 24, [["　　填白色格子，合计自动算出。单位：元", "note"], ...Array.from({ length: 13 }, () => ["", "note"])]),
    row(
      3,
      26,
      ["项目", ...months, "全年"].map((name) => [name, "head"]),
    ),
  ]
  const merges = ["A1:N1", "A2:N2"]
  const totals = []
  let n = 4
  for (const [name, lines] of groups) {
    merges.push(`A${n}:N${n}`)
    rows.push(row(n, 23, [[`▎${name}`, "group"], ...Array.from({ length: 13 }, () => ["", "group"])]))
    const first = (n += 1)
    for (const [line, values] of lines) {
      rows.push(row(n, 21, [[line, "text"], ...values.map((value) => [value, "money"]), [[`SUM(B${n}:M${n})`, sum(values)], "sum"]]))
      n += 1
    }
    const byMonth = months.map((_, i) => sum(lines.map(([, values]) => values[i])))
    totals.push({ name, at: n, byMonth })
    rows.push(
      row(n, 22, [
        [`${name}小计`, "sumText"],
        ...byMonth.map((value, i) => [[`SUM(${letter(i + 1)}${first}:${letter(i + 1)}${n - 1})`, value], "sum"]),
        [[`SUM(B${n}:M${n})`, sum(byMonth)], "sum"],
      ]),
    )
    n += 1
  }
  const [income, ...spent] = totals
  const left = months.map((_, i) => income.byMonth[i] - sum(spent.map(({ byMonth }) => byMonth[i])))
  const column = (i) => `${letter(i + 1)}${income.at}-${spent.map(({ at }) => `${letter(i + 1)}${at}`).join("-")}`
  rows.push(
    row(n, 26, [["本月结余", "head"], ...left.map((value, i) => [[column(i), value], "sum"]), [[`SUM(B${n}:M${n})`, sum(left)], "sum"]]),
  )
  return { name: "全年预算", xml: sheetXml({ widths: [17, ...months.map(() => 9.4), 11], rows, merges, freeze: 3 }), totals }
}

function shareSheet(totals) {
  const [income, ...spent] = totals
  const all = sum(spent.map(({ byMonth }) => sum(byMonth)))
  const advice = { 居住: "不超过收入的三成", 生活: "先记一个月，再定数", 家人: "保险与教育按年预留", 其他: "应急金攒到六个月开支" }
  const rows = [
    row(1, 46, [
      ["　支出占比与建议", "title"],
      ["", "title"],
      ["", "title"],
      ["", "title"],
    ]),
    row(2, 24, [
      [`　　全年收入 ${sum(income.byMonth).toLocaleString("en-US")} 元，支出 ${all.toLocaleString("en-US")} 元`, "note"],
      ["", "note"],
      ["", "note"],
      ["", "note"],
    ]),
    row(
      3,
      26,
      ["类别", "全年支出", "占比", "建议"].map((name) => [name, "head"]),
    ),
    ...spent.map(({ name, at, byMonth }, i) =>
      row(i + 4, 26, [
        [name, "text"],
        [[`全年预算!N${at}`, sum(byMonth)], "money"],
        [[`B${i + 4}/SUM(B$4:B$${spent.length + 3})`, sum(byMonth) / all], "percent"],
        [advice[name], "text"],
      ]),
    ),
  ]
  return { name: "占比与建议", xml: sheetXml({ widths: [18, 18, 14, 34], rows, merges: ["A1:D1", "A2:D2"], freeze: 3 }) }
}

export function budgetXlsx() {
  const year = yearSheet()
  const sheets = [year, shareSheet(year.totals)]
  const kind = "application/vnd.openxmlformats-officedocument.spreadsheetml."
  return zip({
    "[Content_Types].xml": contentTypes({
      "/xl/workbook.xml": `${kind}sheet.main+xml`,
      "/xl/styles.xml": `${kind}styles+xml`,
      ...Object.fromEntries(sheets.map((_, i) => [`/xl/worksheets/sheet${i + 1}.xml`, `${kind}worksheet+xml`])),
      ...propTypes,
    }),
    "_rels/.rels": rootRels("xl/workbook.xml"),
    ...docProps({ title: "家庭年度预算表", subject: "十二个月的收入、支出与结余", keywords: "预算,家庭,记账,表格,理财" }),
    "xl/workbook.xml": `${xmlHead}<workbook xmlns="${main}" xmlns:r="${officeNs}"><sheets>${sheets.map(({ name }, i) => `<sheet name="${name}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`).join("")}</sheets><calcPr calcId="191029" fullCalcOnLoad="1"/></workbook>`,
    "xl/_rels/workbook.xml.rels": rels([
      ...sheets.map((_, i) => [`rId${i + 1}`, "worksheet", `worksheets/sheet${i + 1}.xml`]),
      ["rId9", "styles", "styles.xml"],
    ]),
    "xl/styles.xml": stylesXml(),
    ...Object.fromEntries(sheets.map(({ xml }, i) => [`xl/worksheets/sheet${i + 1}.xml`, xml])),
  })
}
