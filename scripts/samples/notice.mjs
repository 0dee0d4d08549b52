// 公文范例 会议通知.pdf: the parts of an official notice (GB/T 9704—2012), named on the last page.
import { docx } from "./docx-package.mjs"
import { pdfFonts, pdfOf } from "./pdf.mjs"
import { a4, grid, p } from "./sheet-parts.mjs"

const [sans, red] = ["Noto Sans CJK SC", "C9151E"]
const text = (line, look = {}) => p(line, { size: 16, line: 29, indent: 2, align: "both", ...look })
const head = (line) => text(line, { font: sans, keep: true })

const body =
  p("某某市图书馆文件", { size: 40, bold: true, color: red, align: "center", before: 54, line: 64, spread: 60 }) +
  p("某图发〔2026〕12 号", { size: 16, align: "center", before: 26, rule: red, ruleSize: 24, after: 30, line: 30 }) +
  p("关于召开二〇二六年度\n数字资源建设工作会议的通知", { size: 22, bold: true, align: "center", line: 37, after: 24 }) +
  text("各区（县）图书馆，市馆各部门：", { indent: 0 }) +
  text("为总结本年度数字资源建设情况，部署下一年度重点任务，经研究，决定召开二〇二六年度数字资源建设工作会议。现将有关事项通知如下。") +
  head("一、时间和地点") +
  text("2026 年 12 月 10 日（星期四）9:00—17:00，市图书馆三楼报告厅。12 月 9 日 14:00 起报到。") +
  head("二、会议内容") +
  text("（一）通报全年数字资源采集、编目和使用情况；") +
  text("（二）交流地方文献数字化、读者荐购、资料开放共享的做法；") +
  text("（三）讨论《文档分类与命名规范（征求意见稿）》；") +
  text("（四）布置下一年度工作。") +
  head("三、参加人员") +
  text("各区（县）图书馆分管负责人 1 名、业务骨干 1 名，市馆各部门负责人。") +
  head("四、有关要求") +
  text("（一）请于 11 月 27 日前将参会回执（附件 1）发至 office@example.org。") +
  text("（二）交流发言单位请于 12 月 1 日前报送发言材料，每份不超过 2000 字。") +
  text("（三）会议统一安排食宿，往返交通费由所在单位承担。严格执行会议管理有关规定，不安排接送和宴请。") +
  text("附件：1. 参会回执", { before: 14 }) +
  text("　　　2. 文档分类与命名规范（征求意见稿）") +
  p("某某市图书馆　　", { size: 16, align: "right", before: 44, line: 29 }) +
  p("2026 年 11 月 16 日", { size: 16, align: "right", line: 29 }) +
  text("（联系人：办公室　某某某，电话：0000—00000000）", { before: 14 })

const cell = (line, look = {}) => ({ body: p(line, { size: 10.5, line: 18, ...look }) })
const parts = [
  ["发文机关标志", "机关全称或规范化简称加“文件”二字，红色，居中"],
  ["发文字号", "机关代字、年份（用六角括号〔〕）、序号（不编虚位，不加“第”）"],
  ["标题", "发文机关、事由、文种；分行时词意完整，排成梯形或菱形"],
  ["主送机关", "顶格，全称或统称，末尾用全角冒号"],
  ["正文", "三号仿宋，每页 22 行、每行 28 字；层次依次用“一、”“（一）”“1.”“（1）”"],
  ["附件说明", "正文下空一行，左空二字；附件名称后不加标点"],
  ["署名和成文日期", "日期用阿拉伯数字，右空四字；印章下压日期"],
]
const guide =
  p("对照：这份通知的各个部分", { font: sans, size: 15, bold: true, breakBefore: true, after: 12, line: 26 }) +
  grid(
    [
      [cell("要素", { bold: true, font: sans }), cell("写法（依据 GB/T 9704—2012《党政机关公文格式》）", { bold: true, font: sans })],
      ...parts.map(([name, how]) => [cell(name, { bold: true }), cell(how)]),
    ],
    [2200, 6600],
    { lines: "AEB8B0", heights: [480] },
  ) +
  p("范例中的单位、人名、日期都是虚构的。由豆架编写，可以自由复制、修改和分享，许可协议：Apache-2.0。", {
    size: 9.5,
    color: "5E6860",
    before: 16,
  })

export const noticePdf = () =>
  pdfOf(
    docx({
      info: { title: "公文范例 会议通知", subject: "会议通知的格式与写法", keywords: "公文,通知,会议,格式,范例,红头" },
      body: body + guide,
      fonts: pdfFonts,
      page: a4({ top: 1500, side: 1500, bottom: 1400, framed: true }),
    }),
  )
