// 教学设计 静夜思.docx: one lesson as a table, from goals to blackboard.
import { docx } from "./docx-package.mjs"
import { officeFonts } from "./docx.mjs"
import { a4, grid, p } from "./sheet-parts.mjs"

const [teal, pale, line] = ["0F7060", "E6F3F0", "9CC7BD"]
const hei = "微软雅黑"
const cell = (body, look = {}) => ({ body: p(body, { font: hei, size: 10.5, line: 18, ...look }) })
const name = (body) => ({ ...cell(body, { bold: true, align: "center", color: teal }), fill: pale })
const list = (lines, fill = undefined) => ({ body: lines.map((one) => cell(one).body).join(""), fill })
const head = (text) => p(text, { font: hei, size: 14, bold: true, color: teal, before: 16, after: 8, line: 24, keep: true })

const facts = grid(
  [
    [name("课题"), cell("《静夜思》"), name("年级"), cell("一年级下册"), name("课时"), cell("第 1 课时")],
    [name("课型"), cell("古诗 · 识字与诵读"), name("教师"), cell(""), name("日期"), cell("")],
  ],
  [1100, 2700, 1000, 1900, 1000, 1370],
  { lines: line, heights: [520] },
)
const goals = grid(
  [
    [
      name("教学目标"),
      list([
        "1. 认识“夜、思、床、光、疑、举、望、低、故”9 个生字，会写“思、床、前、光、低、故、乡”。",
        "2. 正确、流利地朗读并背诵，读出五言诗“二、三”的停顿。",
        "3. 看图、联系生活，说出“床前明月光，疑是地上霜”的样子，体会思乡之情。",
      ]),
    ],
    [name("重点"), cell("识字写字；有节奏地诵读。")],
    [name("难点"), cell("从“举头”“低头”两个动作体会诗人的心情。")],
    [name("准备"), cell("课件、生字卡片、月夜图、一段古筝曲；学生带铅笔和田字格本。")],
  ],
  [1300, 7770],
  { lines: line, heights: [560] },
)
const steps = [
  [
    "导入\n5 分钟",
    "放古筝曲，出示月夜图：图上有谁？他在看什么？\n板书课题，读题，“思”是想念。",
    "看图说一句话；书空“思”，说记法：心上有块田。",
    "用画面代替讲解，先有感受再有字。",
  ],
  [
    "初读\n10 分钟",
    "范读，标出停顿：床前 / 明月光。\n检查字音：静、疑、霜、乡是后鼻音或翘舌音。",
    "自由读三遍，圈生字；同桌互查；开火车认读。",
    "先读准，再读通，人人开口。",
  ],
  [
    "识字\n8 分钟",
    "归类：“低”单人旁，“床”广字头，“思”心字底。\n辨析：低——底，故——古。",
    "用“加一加、换一换”记字，组词说话。",
    "按字理归类，减少死记。",
  ],
  [
    "品读\n8 分钟",
    "月光像什么？为什么会“疑”？\n“举头”“低头”时，他分别想到了什么？",
    "做动作读后两句；说：看见（　），我想起（　）。",
    "把想象落到动作和句子。",
  ],
  [
    "写字\n7 分钟",
    "示范“思、低”：上小下大；最后一点不能丢。\n巡视，纠正握笔。",
    "描一写二，自评：结构、笔顺、干净，各得一颗星。",
    "当堂写，当堂评。",
  ],
  ["小结\n2 分钟", "配乐齐背。留一个问题：哪些诗里也有月亮？", "背诵；记作业。", "由一首到一类。"],
]
const process = grid(
  [
    ["环节", "教师活动", "学生活动", "设计意图"].map(name),
    ...steps.map(([stage, teacher, pupils, why]) => [
      { ...cell(stage, { bold: true, align: "center" }) },
      cell(teacher),
      cell(pupils),
      cell(why, { color: "5E6860" }),
    ]),
  ],
  [1150, 3350, 2850, 1720],
  { lines: line, heights: [460, 900] },
)
const board = grid(
  [
    [
      {
        body:
          p("静 夜 思", { font: "楷体", size: 20, bold: true, align: "center", line: 34, color: "FFFFFF" }) +
          p("床前 / 明月光　（看）　　举头 / 望明月\n疑是 / 地上霜　（想）　　低头 / 思故乡", {
            font: "楷体",
            size: 15,
            align: "center",
            line: 30,
            color: "FFFFFF",
          }),
        fill: "2F4A3F",
      },
    ],
  ],
  [9070],
  { heights: [1900] },
)

export const lessonDocx = () =>
  docx({
    info: { title: "教学设计 静夜思", subject: "一年级语文下册 第 1 课时", keywords: "教学设计,教案,语文,一年级,静夜思,古诗" },
    body:
      p("教学设计", { font: hei, size: 12, color: teal, spread: 160, before: 6 }) +
      p("静夜思", { font: hei, size: 30, bold: true, line: 48, after: 8, rule: teal, ruleSize: 18 }) +
      p("", { size: 6, line: 8 }) +
      facts +
      head("目标与准备") +
      goals +
      head("教学过程") +
      process +
      head("板书设计") +
      board +
      head("作业") +
      ["必做：背诵给家人听，请家人签字；“思、低、乡”各写三个。", "选做：画一画今晚的月亮，写一句话：看见月亮，我想起……"]
        .map((one) => p(`·　${one}`, { font: hei, size: 10.5, line: 20 }))
        .join("") +
      head("课后反思") +
      grid([[cell("")]], [9070], { lines: line, heights: [1500] }) +
      p("由豆架编写，可以自由复制、修改和使用，许可协议：Apache-2.0。诗为李白所作。", { font: hei, size: 9, color: "5E6860", before: 14 }),
    fonts: officeFonts,
    page: a4({ top: 1100, bottom: 1100, framed: true }),
  })
