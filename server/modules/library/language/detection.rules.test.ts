import { expect, test } from "vitest"
import { detectLanguage } from "./detection.rules"

const codes = ["zh-CN", "zh-TW", "en", "fr", "ko", "de", "ja", "ru"]

test.each([
  ["年度工作总结报告：这是国家规定的应用标准，由学会发布。", "zh-CN"],
  ["這是國家規定的應用標準，由學會發布。", "zh-TW"],
  ["The results of the study are shown in this table, which is taken from the report.", "en"],
  ["Les résultats de cette étude sont dans le tableau qui est publié par la société.", "fr"],
  ["Die Ergebnisse der Studie werden in der Tabelle gezeigt und sind nicht neu.", "de"],
  ["この研究の結果は次の表に示されている。", "ja"],
  ["연구 결과는 다음 표에 나와 있습니다.", "ko"],
  ["Результаты исследования показаны в таблице.", "ru"],
])("%s is %s", (text, code) => expect(detectLanguage(text, codes)).toBe(code))

test("a Chinese text with English terms stays Chinese, an English text that quotes Chinese stays English", () => {
  expect(detectLanguage("在 Next.js 的 App Router 中使用 React Server Components 渲染页面的方法", codes)).toBe("zh-CN")
  expect(
    detectLanguage("The word 文档 is the name of the thing that this guide is about, and it is used in all of the pages.", codes),
  ).toBe("en")
})

test("a Chinese Markdown file with program code and addresses is Chinese; a name without words is nothing", () => {
  const code = '```ts\nexport const readConfig = async (path: string) => JSON.parse(await readFile(path, "utf8"))\n```\n'
  const file = `# 安装说明\n\n先安装依赖，再运行下面的命令，配置写在文件里。\n\n${code.repeat(12)}\n详见 https://example.org/docs/getting-started/installation.html`
  expect(detectLanguage(file, codes)).toBe("zh-CN")
  expect(detectLanguage("release notes", codes)).toBe("")
})

test("only languages of the site are returned, under any name they have there", () => {
  expect(detectLanguage("这是一份说明", ["en", "zh"])).toBe("zh")
  expect(detectLanguage("這是一份說明", ["zh-HK", "zh-CN"])).toBe("zh-HK")
  expect(detectLanguage("The report of the year", ["en-US"])).toBe("en-US")
  expect(detectLanguage("Результаты исследования", ["en", "zh-CN"])).toBe("")
})

test("a text without words has no language", () => {
  for (const text of ["", "2024", "ABC", "α = 3", "Photoshop CS6"]) expect(detectLanguage(text, codes), text).toBe("")
})
