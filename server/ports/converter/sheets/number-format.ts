import { format, formatColor, isDateFormat } from "numfmt"

const OPTIONS = { locale: "zh-CN", throws: false } as const
const UNREADABLE = /^#+$/
/** Patterns are user input: a longer one is ignored. */
const MAX_PATTERN = 255
/** Days between the two epochs that workbooks count from. */
const DAYS_1904 = 1462

/** The formats that a workbook refers to by number only, as Chinese Excel displays them (ECMA-376 part 1, 18.8.30). */
const builtin: Record<number, string> = {
  0: "General",
  1: "0",
  2: "0.00",
  3: "#,##0",
  4: "#,##0.00",
  9: "0%",
  10: "0.00%",
  11: "0.00E+00",
  12: "# ?/?",
  13: "# ??/??",
  14: "yyyy/m/d",
  15: "d-mmm-yy",
  16: "d-mmm",
  17: "mmm-yy",
  18: "h:mm AM/PM",
  19: "h:mm:ss AM/PM",
  20: "h:mm",
  21: "h:mm:ss",
  22: "yyyy/m/d h:mm",
  27: 'yyyy"年"m"月"',
  28: 'm"月"d"日"',
  29: 'm"月"d"日"',
  30: "m-d-yy",
  31: 'yyyy"年"m"月"d"日"',
  32: 'h"时"mm"分"',
  33: 'h"时"mm"分"ss"秒"',
  37: "#,##0;-#,##0",
  38: "#,##0;[Red]-#,##0",
  39: "#,##0.00;-#,##0.00",
  40: "#,##0.00;[Red]-#,##0.00",
  45: "mm:ss",
  46: "[h]:mm:ss",
  47: "mm:ss.0",
  48: "##0.0E+0",
  49: "@",
  57: 'yyyy"年"m"月"',
  58: 'm"月"d"日"',
}

const colours: Record<string, string> = {
  black: "#000000",
  red: "#ff0000",
  green: "#00a000",
  blue: "#0000ff",
  yellow: "#b59a00",
  magenta: "#c000c0",
  cyan: "#008b8b",
  white: "#ffffff",
}

export function patternOf(id: number, customPatterns: ReadonlyMap<number, string>): string {
  return customPatterns.get(id) ?? builtin[id] ?? "General"
}

/**
 * Checks whether a pattern displays no text at all, as ";;;" does, which people use to hide cells. Quoted and escaped characters do not
 * count.
 */
export function hidesText(pattern: string): boolean {
  const sections = pattern.replace(/"[^"]*"|\\./g, "x").split(";")
  return sections.length === 4 && sections[3]?.trim() === ""
}

export type FormattedNumber = { text: string; color?: string }

/** Formats a number as its cell displays it. A pattern that cannot be understood is ignored. */
export function showNumber(value: number, pattern: string, from1904: boolean): FormattedNumber {
  if (!Number.isFinite(value)) return { text: "" }
  const safePattern = pattern.length <= MAX_PATTERN ? pattern : "General"
  const displayValue = from1904 && isDateFormat(safePattern) ? value + DAYS_1904 : value
  const text = format(safePattern, displayValue, OPTIONS)
  if (UNREADABLE.test(text)) return { text: format("General", value, OPTIONS) }
  const colour = safePattern.includes("[") ? formatColor(safePattern, displayValue, OPTIONS) : undefined
  const color = typeof colour === "string" ? (colours[colour.toLowerCase()] ?? undefined) : undefined
  return color ? { text: text.trim(), color } : { text: text.trim() }
}
