import { encode } from "iconv-lite"
import { makeMobi } from "@/server/ports/converter/testing/mobi.fixture"
import { makeEpub } from "@/server/ports/converter/testing/office.fixture"
import type { Specimen } from "./specimen"

const JAPANESE = "吾輩は猫である。名前はまだ無い。"
const TRADITIONAL = "第一章 山邊的小村\n那年冬天下了很大的雪，村裡的人都躲在屋子裡。"

/** A plain text that must come out as it was written. */
const plain = (name: string, about: string, encoding: string, text: string): Specimen => ({
  name,
  about,
  make: () => encode(text, encoding),
  expected: { words: text.split("\n") },
})

/** A page whose bytes are in one encoding and which declares one, rightly or wrongly. */
const page = (name: string, about: string, encoding: string, html: string, words: string[]): Specimen => ({
  name,
  about,
  make: () => encode(html, encoding),
  expected: { words },
})

/** A package file that names a chapter in Chinese. */
const PACKAGE = `<?xml version="1.0" encoding="GBK"?><package xmlns="http://www.idpf.org/2007/opf"><manifest><item id="c" href="第一章.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="c"/></spine></package>`

/** Encodings of texts, pages and books. */
export const encodingSpecimens: readonly Specimen[] = [
  plain("big5.txt", "Big5", "big5", TRADITIONAL),
  plain("short-big5.txt", "two characters of Big5", "big5", "目錄"),
  plain("hkscs.txt", "Big5 with the characters of Hong Kong", "big5hkscs", "廣東話：佢哋喺度食嘢，啲細路仔唔聽話"),
  plain("shift-jis.txt", "Shift_JIS", "shiftjis", JAPANESE),
  plain("kanji-shift-jis.txt", "Shift_JIS without kana", "shiftjis", "請求書\n金額"),
  plain("euc-jp.txt", "EUC-JP", "eucjp", JAPANESE),
  plain("kanji-euc-jp.txt", "EUC-JP without kana", "eucjp", "東京都千代田区"),
  plain("euc-kr.txt", "EUC-KR", "euckr", "안녕하세요. 한국어 문서입니다."),
  plain("uhc.txt", "the extension of EUC-KR that Windows writes", "cp949", "똠방각하 펲시콜라"),
  plain("four-bytes.txt", "GB18030 with four-byte characters", "gb18030", "第一章 㐀𠀀 བོད་ཡིག 他们都说好。"),
  plain("gbk.txt", "two characters of GBK that resemble UTF-8", "gbk", "联通"),
  {
    name: "gbk.csv",
    about: "a table in GBK",
    make: () => encode("姓名,年龄\n张三,20", "gbk"),
    expected: { words: ["姓名", "年龄", "张三"] },
  },
  plain("little.txt", "UTF-16 without a mark, low byte first", "utf16le", "第一章 一一一\n他说：“好。”"),
  plain("big.txt", "UTF-16 without a mark, high byte first", "utf16be", "一二三\n第一章"),
  plain("bare.txt", "UTF-16 without a mark and without a NUL", "utf16le", "你好世界"),
  plain("western.txt", "UTF-16 of English without a mark", "utf16le", "hello world"),
  plain("ascii.txt", "English of an even length", "utf8", "Bush hid the facts"),
  plain("russian.txt", "Cyrillic of Windows", "windows1251", "Привет, как дела? Это русский текст"),
  {
    name: "nul.txt",
    about: "GBK with a single NUL",
    make: () => encode("中文\0内容，他们说", "gbk"),
    expected: { words: ["中文内容，他们说"] },
  },
  {
    name: "padded.txt",
    about: "UTF-8 with NULs behind its end, as interrupted downloads leave it",
    make: () => Buffer.concat([Buffer.from("第一行内容\n"), Buffer.alloc(4000)]),
    expected: { pages: 1, words: ["第一行内容"] },
  },
  {
    name: "program.txt",
    about: "a program named as a text",
    make: () => Buffer.from(Array.from({ length: 4000 }, (_, index) => (index * index * 31) % 256)),
    expected: { refusal: "mismatch" },
  },
  page("meta.html", "Big5 that the page declares", "big5", '<html><head><meta charset="big5"></head><body><p>一山</p></body></html>', [
    "一山",
  ]),
  page(
    "http-equiv.html",
    "Shift_JIS in the older form of the declaration",
    "shiftjis",
    '<meta http-equiv="Content-Type" content="text/html; charset=Shift_JIS"><p>表示 ソフト</p>',
    ["表示ソフト"],
  ),
  page("declared.xml", "EUC-KR in an XML declaration", "euckr", '<?xml version="1.0" encoding="EUC-KR"?><p>학교</p>', ["학교"]),
  page("false.html", "UTF-8 that still declares GB2312", "utf8", '<meta charset="gb2312"><p>这是一个网页，他们都说好。</p>', [
    "这是一个网页",
  ]),
  page("false-utf8.html", "GBK that declares UTF-8", "gbk", '<meta charset="utf-8"><p>这是一个网页</p>', ["这是一个网页"]),
  {
    name: "chapters.epub",
    about: "a chapter in Big5 and a package file in GBK",
    make: () =>
      makeEpub([], {
        "OEBPS/book.opf": encode(PACKAGE, "gbk"),
        "OEBPS/第一章.xhtml": encode('<?xml version="1.0" encoding="Big5"?><html><body><p>臺灣的書</p></body></html>', "big5"),
      }),
    expected: { pages: 1, words: ["臺灣的書"] },
  },
  {
    name: "nul.epub",
    about: "a chapter with a single NUL, and one in UTF-16 without a mark",
    make: () =>
      makeEpub(
        ["<p>春眠\0不觉晓</p>"],
        { "OEBPS/b.xhtml": encode("<html><body><p>处处闻啼鸟</p></body></html>", "utf16le") },
        '<item id="b" href="b.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="c0"/><itemref idref="b"/></spine><manifest>',
      ),
    expected: { words: ["春眠不觉晓", "处处闻啼鸟"] },
  },
  {
    name: "gbk.mobi",
    about: "a Kindle book in GBK that declares Western text",
    make: () => makeMobi(encode("<p>他们都说这本书很好</p>", "gbk"), { codePage: 1252 }),
    expected: { words: ["他们都说这本书很好"] },
  },
]
