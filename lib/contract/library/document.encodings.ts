import { kinds } from "./document.formats"

/** Encodings that the owner of a text file can choose, with their labels; "" detects the encoding. */
export const textEncodings = {
  "": "自动识别",
  "utf-8": "UTF-8",
  gb18030: "简体中文（GB18030、GBK）",
  big5: "繁体中文（Big5）",
  shift_jis: "日文（Shift_JIS）",
  "euc-jp": "日文（EUC-JP）",
  "euc-kr": "韩文（EUC-KR）",
  "utf-16le": "UTF-16 LE",
  "utf-16be": "UTF-16 BE",
  "windows-1252": "西欧（Windows-1252）",
  "windows-1251": "西里尔文（Windows-1251）",
} as const

const encodedExtensions: ReadonlySet<string> = new Set([...kinds.txt.ext, ".csv", ".tsv"])

/** Checks whether files of this extension (with its dot) are texts, whose encoding must be detected or chosen. */
export const hasEncoding = (ext: string): boolean => encodedExtensions.has(ext.toLowerCase())
