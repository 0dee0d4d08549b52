/* Suggestions derived from a file's name and text. */

const meaningless =
  /^(新建|未命名|无标题|untitled|document|文本文档|文档|文件|演示文稿|工作表|幻灯片|word|excel|powerpoint|扫描件?|scan|img|dsc|wps|microsoft|副本|copy|download|下载|temp|test|\d|[_\-.\s()（）])+$/i

/** A title from a file name: without extension, copy marks and underscores. */
export const titleOfName = (name: string): string =>
  name
    .replace(/\.[a-z0-9]{1,8}$/i, "")
    .replace(/[_＿]+|\+/g, " ")
    .replace(/\s*[(（]\d{1,3}[)）]\s*$|\s*[-—]?\s*副本(\s*[(（]\d+[)）])?\s*$/g, "")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, 255)

/** Generated names of cameras and scanners. */
export const isMeaninglessTitle = (title: string): boolean => title === "" || meaningless.test(title) || /^[0-9a-f-]{16,}$/i.test(title)

type Analysis = { outline: { title: string }[]; text: string | null }

/** The first heading of a converted file, or its first line; "" where neither is fit for a title. */
export const headingOf = ({ outline, text }: Analysis): string => {
  const fit = (line: string | undefined) => (line && [...line].length >= 2 && [...line].length <= 80 ? line : "")
  return (
    fit(outline[0]?.title.replace(/\s+/g, " ").trim()) ||
    fit(
      text
        ?.split("\n")
        .map((line) => line.trim())
        .find(Boolean),
    )
  )
}

const traditional = /[這個們對時會說國學經過還後來點為與開關門長電車東見語話請認識讀寫書報紙網頁檔資訊軟體]/gu

/** The code of the language by its letters; "" where they do not say. */
export const languageOf = (text: string): string => {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0
  const letters = count(/\p{L}/gu)
  if (letters < 2) return ""
  if (count(/[\p{Script=Hiragana}\p{Script=Katakana}]/gu) > letters * 0.1) return "ja"
  if (count(/\p{Script=Hangul}/gu) > letters * 0.3) return "ko"
  if (count(/\p{Script=Cyrillic}/gu) > letters * 0.5) return "ru"
  const han = count(/\p{Script=Han}/gu)
  if (han > letters * 0.2) return count(traditional) > han * 0.05 ? "zh-TW" : "zh-CN"
  const accents = { de: count(/[äöüß]/giu), fr: count(/[éèêàçùœî]/giu) }
  if (accents.fr > letters * 0.01 && accents.fr > accents.de) return "fr"
  return accents.de > letters * 0.01 ? "de" : "en"
}
