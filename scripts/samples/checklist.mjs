// 文档整理清单.xlsx: three sheets with fixed widths, a frozen head, a state list, counted progress and composed titles.
import { green, ink } from "./art.mjs"
import { contentTypes, docProps, esc, officeNs, propTypes, rels, rootRels, xmlHead, zip } from "./package.mjs"
import { checklist, formats, naming } from "./text/checklist.mjs"

const argb = (color) => `FF${color.slice(1).toUpperCase()}`
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"

// Cell styles by name; the index in this list is the style's number.
const styles = ["plain", "title", "note", "head", "text", "center", "lead", "result", "input", "count"]
const style = Object.fromEntries(styles.map((name, i) => [name, i]))

function stylesXml() {
  const font = (size, color, bold) =>
    `<font>${bold ? "<b/>" : ""}<sz val="${size}"/><color rgb="${argb(color)}"/><name val="微软雅黑"/><charset val="134"/></font>`
  const fonts = [
    font(10, ink.text),
    font(18, ink.text, true),
    font(10, ink.third),
    font(10, "#ffffff", true),
    font(10, ink.text, true),
    font(10, green.deep, true),
    font(11, green.deep, true),
  ]
  const fill = (color) =>
    `<fill><patternFill patternType="solid"><fgColor rgb="${argb(color)}"/><bgColor indexed="64"/></patternFill></fill>`
  const fills = [
    '<fill><patternFill patternType="none"/></fill>',
    '<fill><patternFill patternType="gray125"/></fill>',
    fill(green.deep),
    fill("#f3f8f0"),
    fill("#fffdf4"),
  ]
  const line = (side) => `<${side} style="thin"><color rgb="${argb(ink.line)}"/></${side}>`
  const borders = [
    "<border><left/><right/><top/><bottom/></border>",
    `<border>${line("left")}${line("right")}${line("top")}${line("bottom")}</border>`,
  ]
  const xf = (f, fl, b, horizontal, wrap = true) =>
    `<xf numFmtId="0" fontId="${f}" fillId="${fl}" borderId="${b}" xfId="0" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1"><alignment horizontal="${horizontal}" vertical="center"${horizontal === "left" && b ? ' indent="1"' : ""}${wrap ? ' wrapText="1"' : ""}/></xf>`
  const cells = [
    xf(0, 0, 0, "left"),
    xf(1, 0, 0, "left", false),
    xf(2, 0, 0, "left"),
    xf(3, 2, 1, "center"),
    xf(0, 0, 1, "left"),
    xf(0, 0, 1, "center"),
    xf(4, 0, 1, "left"),
    xf(5, 3, 1, "left"),
    xf(0, 4, 1, "left"),
    xf(6, 0, 0, "right"),
  ]
  const dxf = (color, back) =>
    `<dxf><font><color rgb="${argb(color)}"/></font><fill><patternFill patternType="solid"><fgColor rgb="${argb(back)}"/><bgColor rgb="${argb(back)}"/></patternFill></fill></dxf>`
  const list = (tag, items) => `<${tag} count="${items.length}">${items.join("")}</${tag}>`
  return (
    `${xmlHead}<styleSheet xmlns="${main}">${list("fonts", fonts)}${list("fills", fills)}${list("borders", borders)}` +
    `<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>${list("cellXfs", cells)}` +
    `<cellStyles count="1"><cellStyle name="常规" xfId="0" builtinId="0"/></cellStyles>${list("dxfs", [dxf("#1e7542", "#e5f3e9"), dxf("#8d5600", "#fcf1dc"), dxf(ink.third, "#eef0eb")])}</styleSheet>`
  )
}

const letter = (i) => String.fromCharCode(65 + i)

/** One cell. value: text, number, or {formula, value}. */
function cell(ref, value, name) {
  const s = ` s="${style[name]}"`
  if (value === "" || value == null) return `<c r="${ref}"${s}/>`
  if (typeof value === "number") return `<c r="${ref}"${s}><v>${value}</v></c>`
  if (typeof value === "object") return `<c r="${ref}"${s} t="str"><f>${esc(value.formula)}</f><v>${esc(value.value)}</v></c>`
  return `<c r="${ref}"${s} t="inlineStr"><is><t xml:space="preserve">${esc(value)}</t></is></c>`
}

/** A row. cells: [value, style] pairs; height in points. */
const row = (n, height, cells) =>
  `<row r="${n}" ht="${height}" customHeight="1">${cells.map(([value, name], i) => cell(`${letter(i)}${n}`, value, name)).join("")}</row>`

/** Height of a row with wrapped text: that of its tallest cell, Chinese characters counted as two columns. */
function heightOf(values, widths) {
  const units = (text) => [...String(text?.value ?? text ?? "")].reduce((n, c) => n + ((c.codePointAt(0) ?? 0) > 0x2e7f ? 1.9 : 1.05), 0)
  return 10 + 15 * Math.max(1, ...values.map((value, i) => Math.ceil(units(value) / (widths[i] - 2.5))))
}

function sheetXml({ widths, rows, merges, last, extra = "" }) {
  const cols = widths.map((w, i) => `<col min="${i + 1}" max="${i + 1}" width="${w}" customWidth="1"/>`).join("")
  return (
    `${xmlHead}<worksheet xmlns="${main}"><sheetPr><tabColor rgb="${argb(green.sprout)}"/><pageSetUpPr fitToPage="1"/></sheetPr>` +
    `<dimension ref="A1:${letter(widths.length - 1)}${last}"/><sheetViews><sheetView showGridLines="0" workbookViewId="0"><pane ySplit="3" topLeftCell="A4" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft" activeCell="A4" sqref="A4"/></sheetView></sheetViews>` +
    `<sheetFormatPr defaultRowHeight="20"/><cols>${cols}</cols><sheetData>${rows.join("")}</sheetData>` +
    (merges.filter ? `<autoFilter ref="${merges.filter}"/>` : "") +
    `<mergeCells count="${merges.list.length}">${merges.list.map((ref) => `<mergeCell ref="${ref}"/>`).join("")}</mergeCells>${extra}` +
    '<printOptions horizontalCentered="1"/><pageMargins left="0.5" right="0.5" top="0.6" bottom="0.6" header="0.3" footer="0.3"/>' +
    '<pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="1"/>' +
    "<headerFooter><oddFooter>&amp;L豆架　&amp;A&amp;R第 &amp;P / &amp;N 页</oddFooter></headerFooter></worksheet>"
  )
}

const top = ({ title, note, head }, width, corner) => {
  const pad = (name, n) => Array.from({ length: n }, () => ["", name])
  return [
    row(1, 38, [[title, "title"], ...pad("title", width - 1)]),
    row(2, 26, [[note, "note"], ...pad("note", width - 2), corner ?? ["", "note"]]),
    row(
      3,
      28,
      head.map((name) => [name, "head"]),
    ),
  ]
}

function checklistSheet() {
  const widths = [6.5, 8.5, 20, 46, 44, 11, 22]
  const rows = checklist.rows.map(([stage, item, how, done], i) => {
    const values = [i + 1, stage, item, how, done, checklist.states[0], ""]
    return row(
      i + 4,
      heightOf(values, widths),
      values.map((value, c) => [value, ["center", "center", "lead", "text", "text", "center", "input"][c]]),
    )
  })
  const last = rows.length + 3
  const states = `F4:F${last}`
  const progress = {
    formula: `"已完成 "&COUNTIF(${states},"完成")&" / "&(COUNTA(${states})-COUNTIF(${states},"不适用"))`,
    value: `已完成 0 / ${rows.length}`,
  }
  const rule = (text, dxf) =>
    `<cfRule type="cellIs" dxfId="${dxf}" priority="${dxf + 1}" operator="equal"><formula>"${text}"</formula></cfRule>`
  return sheetXml({
    widths,
    last,
    rows: [...top(checklist, 7, [progress, "count"]), ...rows],
    merges: { list: ["A1:G1", "A2:F2"], filter: `A3:G${last}` },
    extra:
      `<conditionalFormatting sqref="${states}">${rule("完成", 0)}${rule("进行中", 1)}${rule("不适用", 2)}</conditionalFormatting>` +
      `<dataValidations count="1"><dataValidation type="list" allowBlank="1" showErrorMessage="1" errorTitle="状态" error="请从列表里选择" sqref="${states}"><formula1>"${checklist.states.join(",")}"</formula1></dataValidation></dataValidations>`,
  })
}

function formatsSheet() {
  const widths = [15, 42, 36, 38, 54]
  const rows = formats.rows.map((values, i) =>
    row(
      i + 4,
      heightOf(values, widths),
      values.map((value, c) => [value, c === 0 ? "lead" : "text"]),
    ),
  )
  return sheetXml({
    widths,
    last: rows.length + 3,
    rows: [...top(formats, 5), ...rows],
    merges: { list: ["A1:E1", "A2:D2"], filter: `A3:E${rows.length + 3}` },
  })
}

function namingSheet() {
  const widths = [22, 18, 14, 16, 46, 46]
  const compose = (n) => `TRIM(A${n}&IF(B${n}="",""," "&B${n})&IF(C${n}="","","（"&C${n}&"）")&IF(D${n}="",""," · "&D${n}))`
  const title = (/** @type {string[]} */ [topic, kind, year, more]) =>
    `${topic}${kind ? ` ${kind}` : ""}${year ? `（${year}）` : ""}${more ? ` · ${more}` : ""}`
  const filled = [...naming.rows, ...Array.from({ length: naming.blank }, () => ["", "", "", "", ""])]
  const rows = filled.map((values, i) => {
    const n = i + 4
    const cells = [...values.slice(0, 4), { formula: compose(n), value: title(values) }, values[4]]
    return row(
      n,
      heightOf(cells, widths),
      cells.map((value, c) => [value, c < 4 ? "input" : c === 4 ? "result" : "text"]),
    )
  })
  const start = rows.length + 5
  const merges = ["A1:F1", "A2:E2", `A${start}:F${start}`]
  rows.push(row(start, 30, [[naming.rulesTitle, "lead"], ...Array.from({ length: 5 }, () => ["", "lead"])]))
  naming.rules.forEach(([name, body], i) => {
    const n = start + 1 + i
    merges.push(`B${n}:F${n}`)
    rows.push(row(n, 24, [[name, "lead"], [body, "text"], ...Array.from({ length: 4 }, () => ["", "text"])]))
  })
  return sheetXml({ widths, last: start + naming.rules.length, rows: [...top(naming, 6), ...rows], merges: { list: merges } })
}

export function checklistXlsx() {
  /** @type {[{ name: string, head: string[], rows: string[][] }, string][]} */
  const sheets = [
    [checklist, checklistSheet()],
    [formats, formatsSheet()],
    [naming, namingSheet()],
  ]
  const kind = "application/vnd.openxmlformats-officedocument.spreadsheetml."
  const names = sheets.map(([{ name }], i) => `<sheet name="${name}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`).join("")
  const filters = sheets
    .slice(0, 2)
    .map(
      ([{ name, rows, head }], i) =>
        `<definedName name="_xlnm._FilterDatabase" localSheetId="${i}" hidden="1">'${name}'!$A$3:$${letter(head.length - 1)}$${rows.length + 3}</definedName>`,
    )
  const titles = sheets.map(([{ name }], i) => `<definedName name="_xlnm.Print_Titles" localSheetId="${i}">'${name}'!$3:$3</definedName>`)
  return zip({
    "[Content_Types].xml": contentTypes({
      "/xl/workbook.xml": `${kind}sheet.main+xml`,
      "/xl/styles.xml": `${kind}styles+xml`,
      ...Object.fromEntries(sheets.map((_, i) => [`/xl/worksheets/sheet${i + 1}.xml`, `${kind}worksheet+xml`])),
      ...propTypes,
    }),
    "_rels/.rels": rootRels("xl/workbook.xml"),
    ...docProps({ title: "文档整理清单", subject: "整理、命名与上架资料的三张表", keywords: "清单,整理,命名,格式" }),
    "xl/workbook.xml": `${xmlHead}<workbook xmlns="${main}" xmlns:r="${officeNs}"><bookViews><workbookView xWindow="0" yWindow="0" windowWidth="24000" windowHeight="14000"/></bookViews><sheets>${names}</sheets><definedNames>${[...filters, ...titles].join("")}</definedNames><calcPr calcId="191029" fullCalcOnLoad="1"/></workbook>`,
    "xl/_rels/workbook.xml.rels": rels([
      ...sheets.map((_, i) => [`rId${i + 1}`, "worksheet", `worksheets/sheet${i + 1}.xml`]),
      ["rId9", "styles", "styles.xml"],
    ]),
    "xl/styles.xml": stylesXml(),
    ...Object.fromEntries(sheets.map(([, xml], i) => [`xl/worksheets/sheet${i + 1}.xml`, xml])),
  })
}
