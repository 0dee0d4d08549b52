import sharp from "sharp"
import { wordFile } from "../lib/word-file.mjs"
import { epub } from "./epub.mjs"

const subjects = [
  "高中物理必修一",
  "二〇二六年第一季度",
  "设备采购",
  "新员工入职",
  "校园安全",
  "小区停车",
  "毕业论文",
  "社团招新",
  "家长会",
  "食品安全",
  "产品需求",
  "年度体检",
  "志愿服务",
  "城市绿化",
]
const kinds = ["复习提纲", "工作总结", "申请书", "操作手册", "通知", "调查报告", "会议纪要", "实施方案"]
const sentence = "本部分说明适用范围、责任分工和时间安排，具体要求见下表，执行中遇到问题请及时反馈。"

const lines = (title, count) => Array.from({ length: count }, (_, n) => `${n + 1}. ${title}：${sentence}`)
const word = (title, count) => wordFile({ title, sections: [{ heading: title, paragraphs: lines(title, count) }] })
const picture = (hue) =>
  sharp({ create: { width: 900, height: 1200, channels: 3, background: `hsl(${hue}, 45%, 62%)` } })
    .jpeg()
    .toBuffer()

/** Typical uploads: kinds in turn, full pages and nearly empty ones, files that cannot be converted. @type {[string, (title: string, n: number) => string | Uint8Array | Promise<string | Uint8Array>][]} */
const makers = [
  [".docx", (title) => word(title, 40)],
  [".md", (title) => `# ${title}\n\n${lines(title, 12).join("\n\n")}\n`],
  [".txt", (title) => `${title}\n\n${lines(title, 30).join("\n")}\n`],
  [".docx", (title) => word(title, 0)],
  [".csv", (title) => `项目,数量,金额,备注\n${Array.from({ length: 40 }, (_, n) => `${title} ${n},${n * 3},${n * 128},无`).join("\n")}\n`],
  [
    ".html",
    (title) =>
      `<h1>${title}</h1>${lines(title, 10)
        .map((line) => `<p>${line}</p>`)
        .join("")}`,
  ],
  // begins and ends like a PDF, but with nothing readable in between: the upload is accepted and the conversion fails
  [".pdf", (title) => `%PDF-1.4\n1 0 obj\n${title}\nendobj\nstartxref\n0\n%%EOF\n`],
  [".jpg", (_, n) => picture((n * 47) % 360)],
  [
    ".epub",
    async (title, n) =>
      epub({
        title,
        id: `urn:look:${n}`,
        cover: await picture((n * 91) % 360),
        body: `<h1>${title}</h1><p>${sentence.repeat(8)}</p>`,
      }),
  ],
  [".docx", (title) => word(title, 3)],
]

/** Creates `count` files, each with name, title and bytes. @param {number} count */
export const makeDocuments = (count) =>
  Promise.all(
    Array.from({ length: Math.max(0, count) }, async (_, n) => {
      const title = `${subjects[n % subjects.length]} ${kinds[n % kinds.length]}`
      const [ext, make] = makers[n % makers.length] ?? [".txt", () => title]
      return { name: `look-${n}${ext}`, title, content: await make(title, n) }
    }),
  )
