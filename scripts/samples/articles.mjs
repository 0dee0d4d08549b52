// The four articles of a first start, as clean HTML.
import { html, readText } from "./prose.mjs"

const articles = [
  {
    file: "article-upload.md",
    identifier: "first-upload",
    title: "三分钟上传你的第一份文档",
    category: "写作与整理",
    description: "从检查文件、填写信息到确认上传，一步一步走一遍，附常见提示的处理办法。",
    keywords: "上传,新手,文档,分类,标题,简介",
  },
  {
    file: "article-naming.md",
    identifier: "naming",
    title: "给文档起一个找得到的名字",
    category: "写作与整理",
    description: "一个够用的标题公式，五种不必写的字，以及怎样想出别人会搜的词。",
    keywords: "命名,标题,关键词,搜索,整理",
  },
  {
    file: "article-templates.md",
    identifier: "templates",
    title: "十二份范本，怎样变成你自己的",
    category: "写作与整理",
    description: "合同、简历、周报、预算、教案和练习卷：每一份先改哪里，哪些地方不能动，用完怎样留底。",
    keywords: "范本,模板,合同,简历,周报,预算,教案",
  },
  {
    file: "article-paper.md",
    identifier: "paper",
    title: "把一抽屉纸变成查得到的文档",
    category: "写作与整理",
    description: "一个周末，一部手机：分拣、拍扫、命名、上传，把家里和办公室的纸质资料整理成随时能搜的电子文档。",
    keywords: "扫描,纸质资料,整理,拍照,识别,归档",
  },
]

export async function articlesJson() {
  const list = await Promise.all(articles.map(async ({ file, ...rest }) => ({ ...rest, content: html(await readText(file)) })))
  return Buffer.from(`${JSON.stringify(list, null, 2)}\n`)
}
