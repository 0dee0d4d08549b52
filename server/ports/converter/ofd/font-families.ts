import type { FontResource } from "./resources"

/** Families of the reader's computer by the name of a font; the first match counts. */
const families: ReadonlyArray<[name: RegExp, families: string]> = [
  [/仿宋|fang\s?song|stfangso/i, "FangSong,STFangsong,FangSong_GB2312,'Noto Serif CJK SC',serif"],
  [/楷|kai/i, "KaiTi,STKaiti,KaiTi_GB2312,'AR PL UKai CN','Noto Serif CJK SC',serif"],
  [
    /黑|雅黑|等线|圆|hei|gothic|dengxian|microsoft yahei|pingfang|sans|arial|helvetica|verdana|tahoma|calibri/i,
    "'Noto Sans CJK SC','PingFang SC','Microsoft YaHei',SimHei,sans-serif",
  ],
  [/courier|consol|menlo|mono|ocr/i, "'Noto Sans Mono CJK SC','Courier New',Consolas,Menlo,monospace"],
]
const SERIF = "'Noto Serif CJK SC','Source Han Serif SC','Songti SC',SimSun,serif"

/** Returns the families that replace a font that is not embedded. They are fixed texts: no name of the file reaches the SVG. */
export function familiesOf(font: FontResource | undefined): string {
  if (!font) return SERIF
  return families.find(([name]) => name.test(font.name))?.[1] ?? (font.mono ? families[3]![1] : SERIF)
}

/** Names of bold fonts, as in PDF. */
const boldName = /bold|black|heavy|demi|黑体|simhei|小标宋/i

export function isBold(font: FontResource | undefined, weight: number): boolean {
  return weight >= 600 || (font !== undefined && (font.bold || boldName.test(font.name)))
}
