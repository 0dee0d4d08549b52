// 一页简历 模板.pdf: a coloured column with the person, a white one with what they have done.
import { docx } from "./docx-package.mjs"
import { pdfFonts, pdfOf } from "./pdf.mjs"
import { a4, grid, p } from "./sheet-parts.mjs"

const sans = "Noto Sans CJK SC"
const [navy, pale, gold] = ["22384F", "C9D6E2", "E0B770"]
const left = (line, look = {}) => p(line, { font: sans, size: 10.5, line: 20, color: "FFFFFF", ...look })
const leftHead = (line) => left(line, { size: 12.5, bold: true, color: gold, before: 26, after: 6, rule: "47617A", ruleSize: 6 })
const right = (line, look = {}) => p(line, { font: sans, size: 11, line: 23.5, color: "333C44", ...look })
const rightHead = (line) => right(line, { size: 15, bold: true, color: navy, before: 26, after: 10, rule: navy, ruleSize: 8, line: 20 })
const job = (what, when) => right(`**${what}**　　${when}`, { before: 9, after: 3, size: 11.5, color: "22384F" })
const did = (line) => right(`·　${line}`, { hang: 1.6, align: "both" })

const person =
  left("林　晓", { size: 28, bold: true, before: 30, line: 42 }) +
  left("产品运营", { size: 12, color: gold, after: 10 }) +
  left("做过三款内容产品的增长与社区，\n擅长把杂乱的需求写成能落地的方案。", { color: pale }) +
  leftHead("联系方式") +
  ["138 0000 0000", "linxiao@example.com", "杭州 · 可随时到岗"].map((line) => left(line)).join("") +
  leftHead("教育") +
  left("某某大学　本科", { bold: true }) +
  left("信息管理与信息系统", { color: pale }) +
  left("2017 – 2021　绩点前 10%", { color: pale }) +
  leftHead("技能") +
  ["数据：SQL、Excel、埋点设计", "工具：Figma、Axure、飞书", "语言：英语六级 560"].map((line) => left(line)).join("") +
  leftHead("证书与奖项") +
  ["软考 信息系统项目管理师", "公司年度优秀新人（2022）", "省级创新项目负责人"].map((line) => left(line)).join("") +
  leftHead("兴趣") +
  left("长跑、纪录片、整理资料", { after: 40 })

const work =
  rightHead("工作经历") +
  job("某某科技　高级产品运营", "2023.06 – 至今") +
  did("负责知识社区从 0 到 1，一年内月活 4 万到 31 万，次月留存由 18% 提到 27%。") +
  did("设计积分与等级规则，优质内容占比提高 40%，人工审核量下降三成。") +
  did("带 4 人小组，建立周复盘与选题机制，全年按期交付 11 个版本。") +
  job("某某文化　产品运营", "2021.07 – 2023.05") +
  did("运营两个垂直频道，策划专题 60 余期，单期最高阅读 120 万。") +
  did("用 SQL 搭建内容看板，把日报从 2 小时缩短到 10 分钟。") +
  rightHead("项目经历") +
  job("资料库改版　负责人", "2024.03 – 2024.08") +
  did("访谈 36 位用户，归纳 5 类查找场景，重做分类与命名规则。") +
  did("上线后搜索无结果率 21% 降到 6%，下载转化提高 1.8 倍。") +
  job("新手引导　主导", "2023.10 – 2023.12") +
  did("把 9 步注册减为 3 步，七日内完成首次上传的人数翻倍。") +
  rightHead("自我评价") +
  did("习惯先看数据再下结论，每个版本都写复盘，能独立推动跨部门协作。") +
  did("重视表达：方案一页讲清，会议有结论、有负责人、有时间。") +
  rightHead("写简历的三句话（用时删去）") +
  did("一页为限，最近的经历写得最多，与岗位无关的删掉。") +
  did("每一条写成“做了什么 + 怎么做 + 结果数字”。") +
  did("照片、籍贯、身高按需填写；联系方式再核对一遍。")

export const resumePdf = () =>
  pdfOf(
    docx({
      info: { title: "一页简历 模板", subject: "左右两栏的一页简历", keywords: "简历,模板,求职,一页" },
      body:
        grid(
          [
            [
              { body: person, fill: navy, top: true },
              { body: work, top: true },
            ],
          ],
          [3600, 8306],
          { heights: [16600], pad: 420 },
        ) + p("", { size: 1, line: 1 }),
      fonts: { ...pdfFonts, body: sans },
      page: a4({ top: 0, side: 0, bottom: 0 }),
    }),
  )
