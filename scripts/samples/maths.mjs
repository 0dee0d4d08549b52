// 三年级数学上册 期中练习卷.pdf: a paper as schools print it, with answers on the last page.
import { docx } from "./docx-package.mjs"
import { pdfFonts, pdfOf } from "./pdf.mjs"
import { a4, grid, p } from "./sheet-parts.mjs"

const sans = "Noto Sans CJK SC"
const q = (line, look = {}) => p(line, { size: 12, line: 23.5, ...look })
const part = (line) => p(line, { font: sans, size: 13, bold: true, before: 12, after: 4, line: 24, keep: true })
const cell = (body, look = {}) => ({ body: p(body, { size: 11, align: "center", line: 18, ...look }) })
const lineOf = (items, widths, look = {}) =>
  grid([items.map((item) => ({ body: q(item, { line: 24, ...look }) }))], widths, { heights: [480] })

const scores = grid(
  [
    ["题号", "一", "二", "三", "四", "五", "总分"].map((name) => cell(name, { bold: true })),
    ["得分", "", "", "", "", "", ""].map((name) => cell(name)),
  ],
  [1300, 1250, 1250, 1250, 1250, 1250, 1450],
  { lines: "191F1A", heights: [400] },
)
const three = [3020, 3020, 3020]
const questions =
  part("一、填一填（每空 2 分，共 28 分）") +
  q("1. 1 千米 =（　　　）米　　　3 吨 =（　　　）千克　　　2 时 =（　　　）分") +
  q("2. 一节课 40 分钟，8:20 上课，（　　　）下课。") +
  q("3. 最大的三位数是（　　　），它和最小的三位数相差（　　　）。") +
  q("4. 在 ○ 里填“＞”“＜”或“＝”：　500 + 300 ○ 900　　　4 × 6 ○ 8 × 3　　　60 毫米 ○ 5 厘米") +
  q("5. 正方形的边长是 9 厘米，周长是（　　　）厘米。") +
  q("6. 找规律：2，6，18，（　　　），162。") +
  q("7. 把 24 块糖平均分给 4 人，每人（　　　）块；24 是 4 的（　　　）倍。") +
  q("8. 三位数减三位数，估算 612 − 297 大约是（　　　）。") +
  part("二、选一选（每题 3 分，共 12 分）") +
  q("1. 一支铅笔长约 18（　　）。　　A. 毫米　　B. 厘米　　C. 分米") +
  q("2. 秒针走一圈是（　　）。　　　　A. 1 秒　　B. 1 分　　C. 1 时") +
  q("3. 用 12 厘米长的铁丝围正方形，边长是（　　）。　A. 3 厘米　B. 4 厘米　C. 6 厘米") +
  q("4. 403 − 158 的得数（　　）。　　　A. 比 300 大　B. 比 200 小　C. 在 200 和 300 之间") +
  part("三、算一算（30 分）") +
  q("1. 直接写出得数（每题 1 分，共 12 分）") +
  lineOf(["240 + 60 =", "70 × 5 =", "800 − 350 ="], three) +
  lineOf(["36 ÷ 4 =", "9 × 7 + 3 =", "1000 − 400 ="], three) +
  lineOf(["120 × 3 =", "56 ÷ 8 =", "45 + 55 ="], three) +
  lineOf(["63 ÷ 9 =", "200 × 4 =", "630 − 70 ="], three) +
  q("2. 列竖式计算，带 ★ 的要验算（每题 6 分，共 18 分）", { breakBefore: true }) +
  lineOf(["368 + 457 =", "★ 703 − 286 =", "146 × 5 ="], three, { after: 90 }) +
  part("四、画一画（8 分）") +
  q("在方格纸上画一个长 6 格、宽 3 格的长方形，再画一个和它周长相等的正方形。") +
  grid(
    Array.from({ length: 6 }, () => Array.from({ length: 22 }, () => ({ body: p("", { size: 4, line: 6 }) }))),
    Array(22).fill(400),
    {
      lines: "B7D5BD",
      heights: [400],
      pad: 0,
    },
  ) +
  part("五、解决问题（22 分）") +
  q("1. 学校图书角原有 486 本书，又买来 175 本，借出 208 本，现在有多少本？（6 分）", { after: 66 }) +
  q("2. 一辆货车一次能运 3 吨。现有 8 箱货物，每箱 400 千克，一次能运完吗？（8 分）", { after: 76 }) +
  q(
    "3. 小豆从家到图书馆要走 15 分钟，图书馆 9:00 开门。她最晚几时几分出发，才能一开门就进去？如果每分钟走 60 米，家到图书馆有多少米？（8 分）",
  )

const answers =
  p("参考答案与评分建议", { font: sans, size: 16, bold: true, align: "center", breakBefore: true, after: 12 }) +
  [
    "**一、** 1. 1000　3000　120　2. 9:00　3. 999　899　4. ＜　＝　＞　5. 36　6. 54　7. 6　6　8. 300",
    "**二、** 1. B　2. B　3. A　4. C（403 − 158 = 245）",
    "**三、** 1. 300　350　450；9　66　600；360　7　100；7　800　560　2. 825；417（验算 417 + 286 = 703）；730",
    "**四、** 长方形周长（6 + 3）× 2 = 18 格；正方形边长 18 ÷ 4 = 4 格半。想一想：为什么要画到半格？",
    "**五、** 1. 486 + 175 − 208 = 453（本）。列式 4 分，得数和单位 2 分。",
    "　　 2. 400 × 8 = 3200（千克），3 吨 = 3000 千克，3200 ＞ 3000，一次运不完。换算单位 2 分，列式 4 分，结论 2 分。",
    "　　 3. 9:00 前 15 分钟是 8:45；60 × 15 = 900（米）。各 4 分。",
  ]
    .map((line) => q(line, { size: 11.5, line: 27 }))
    .join("") +
  p("这份练习卷由豆架编写，可以自由复制、修改和打印，许可协议：Apache-2.0。", { size: 9.5, color: "5E6860", before: 20 })

export const mathsPdf = () =>
  pdfOf(
    docx({
      info: { title: "三年级数学上册 期中练习卷", subject: "附参考答案与评分建议", keywords: "数学,三年级,期中,练习,试卷,答案" },
      body:
        p("三年级数学上册　期中练习卷", { font: sans, size: 22, bold: true, align: "center", line: 36 }) +
        p("（时间 60 分钟　满分 100 分）", { size: 11, align: "center", after: 6 }) +
        p("学校＿＿＿＿＿＿＿＿＿　班级＿＿＿＿＿＿　姓名＿＿＿＿＿＿＿　学号＿＿＿＿＿", {
          size: 11.5,
          align: "center",
          after: 8,
          line: 24,
        }) +
        scores +
        questions +
        answers,
      fonts: pdfFonts,
      page: a4({ top: 1000, side: 1300, bottom: 900, framed: true }),
    }),
  )
