import { describe, expect, test } from "vitest"
import { isMeaningless } from "./text-meaning"

const english = "The quick reader opens a book and finds that most of its pages are about the history of paper, ink and printing."
const privateUse = Array.from({ length: 80 }, (_, index) => String.fromCharCode(0xe000 + index)).join("")

const prose =
  "数据库负责保存文档，倒排索引让检索很快，事务保证数据的一致。在三棱锥中，进一步说明作为一个整体的结构：第一步，先由已知条件写出两个平面的法向量；第二步，再求二面角的余弦值。正方体、长方体和圆柱的体积公式一一列出，三者之间的关系不言而喻。下面的例子来自教材，题目中的量都取正值，单位一律为米。这些结论的证明都写在书后的附录里，需要的读者可以自己去看。"
/** Each character replaces another one of the text. */
const shuffled = (text: string) => {
  const letters = [...new Set(text.match(/\p{Script=Han}/gu))]
  const order = letters.toSorted((one, other) => ((one.codePointAt(0)! * 7919) % 1009) - ((other.codePointAt(0)! * 7919) % 1009))
  return [...text].map((one) => order[letters.indexOf(one)] ?? one).join("")
}
const numbered = (first: number, step: number, range: number) =>
  Array.from({ length: 200 }, (_, at) => String.fromCharCode(first + ((at * step) % range)) + (at % 5 === 4 ? " " : "")).join("")
const names = "王秀英 李建国 张桂兰 刘德华 陈玉珍 杨志强 赵丽娟 黄文斌 周海燕 吴国栋 徐晓东 孙美玲 胡振宇 朱雪梅 高天翔 林佳慧 ".repeat(6)
const characters = Array.from({ length: 300 }, (_, at) => String.fromCharCode(0x4e00 + at * 7)).join("")

describe("meaningless texts", () => {
  test.each([
    ["the glyphs of a Type 3 font", "abab baba abba baab aabb bbaa abab baba abba baab aabb bbaa abab baba abba baab aabb bbaa ".repeat(3)],
    ["Chinese characters that stand in for others", shuffled(prose)],
    [
      "Chinese characters at a distance from the right ones",
      [...prose].map((one) => (one >= "一" ? String.fromCharCode(0x4e00 + ((one.charCodeAt(0) * 31) % 20000)) : one)).join(""),
    ],
    ["glyph numbers that are Korean syllables", numbered(0xac00, 173, 11172)],
    ["glyph numbers in rare scripts", `${numbered(0x250, 37, 0x80)}${numbered(0x1900, 91, 0x300)}${numbered(0xac00, 173, 11172)}`],
    ["private-use codes", privateUse],
    ["private-use codes between words", `${privateUse} see page one`],
    ["words without vowels", "xkcd qwrt zxcv plkj mnbv ghjk dfgh wrtp sdfg hjkl bvcx trwq plmk njbh ".repeat(3)],
    ["control characters", "\u0001\u0002\u0003\u0004 ".repeat(30)],
    ["replacement characters", "\ufffd\ufffd\ufffd ".repeat(30)],
  ])("are %s", (_, text) => expect(isMeaningless(text)).toBe(true))
})

describe("meaningful texts", () => {
  test.each([
    ["English", english],
    ["English in capitals", english.toUpperCase()],
    ["Chinese", "第一章 总则。数据库负责保存文档，倒排索引让检索很快，事务保证数据的一致。".repeat(3)],
    ["prose", prose],
    ["a list of names", names],
    ["names in a column", names.replaceAll(" ", "\n")],
    ["a list of characters", characters],
    [
      "a classic",
      "学而时习之不亦说乎有朋自远方来不亦乐乎人不知而不愠不亦君子乎其为人也孝弟而好犯上者鲜矣不好犯上而好作乱者未之有也君子务本本立而道生孝弟也者其为仁之本与巧言令色鲜矣仁吾日三省吾身为人谋而不忠乎与朋友交而不信乎传不习乎道千乘之国敬事而信节用而爱人使民以时弟子入则孝出则弟谨而信泛爱众而亲仁",
    ],
    ["phonetic signs", "ˈriːdə ˈəʊpənz ə bʊk ənd faɪndz ðæt θɪn strəʊks ɑːr əz klɪər əz θɪk wʌnz ɪn ˈɛvri feɪs ðæt wiː juːz tədeɪ"],
    ["rare Chinese characters", "龘靐齉爩鱻麤灪龗厵滟爨癵籱饢驫鲡鹂鸾灩纞虋讟钃鸜龖".repeat(3)],
    ["Japanese", "これは日本語の文章です。カタカナとひらがなと漢字が混ざっています。".repeat(3)],
    ["Korean", "이것은 한국어 문장입니다. 문서에는 여러 쪽이 있습니다. ".repeat(3)],
    ["Polish", "Chrząszcz brzmi w trzcinie w Szczebrzeszynie, a wszyscy przyszli zobaczyć źdźbło trawy nad brzegiem rzeki."],
    ["Czech", "Strč prst skrz krk. Vlk zmrzl, zhltl hrst zrn. Nejlepší je číst knihy v klidu doma nebo venku u řeky."],
    ["Welsh", "Mae hen wlad fy nhadau yn annwyl i mi, gwlad beirdd a chantorion, enwogion o fri; ei gwrol ryfelwyr, gwladgarwyr tra mad"],
    ["pinyin", "nǐ hǎo wǒ men shì xué shēng zài běi jīng dà xué dú shū hěn gāo xìng rèn shi nǐ zhè shì wǒ de péng you"],
    [
      "Vietnamese",
      "Tất cả mọi người sinh ra đều được tự do và bình đẳng về nhân phẩm và quyền lợi. Mọi con người đều được tạo hoá ban cho",
    ],
    ["Arabic", "هذا نص باللغة العربية في وثيقة تحتوي على عدة صفحات ويمكن البحث فيها بسهولة".repeat(2)],
    ["a code listing", "for (let i = 0; i < n; i += 1) { if (a[i] !== b[i]) return fnv(ptr, str, len) ^ 0xff } // cmp ".repeat(3)],
    ["assembler", "mov rax, rbx\nxor rcx, rcx\npush rbp\njmp lbl\nsub rsp, 32\ncall printf\nret\n".repeat(6)],
    ["hexadecimal numbers", "deadbeef cafebabe 00ff12ab 7f454c46 02010100 ".repeat(6)],
    ["base 64", "TWFuIGlzIGRpc3Rpbmd1aXNoZWQsIG5vdCBvbmx5IGJ5IGhpcyByZWFzb24sIGJ1dCBieSB0aGlz".repeat(3)],
    ["formulas", "∑ᵢ xᵢ² = ∫ f(x) dx + √(a² + b²) ≤ ‖x‖ · ‖y‖, ∀ε > 0 ∃δ: |x − y| < δ ⇒ |f(x) − f(y)| < ε ".repeat(3)],
    ["formulas in mathematical letters", "𝑓(𝑥) = 𝑎𝑥² + 𝑏𝑥 + 𝑐, 𝑦 = 𝑚𝑥 + 𝑛, 𝐸 = 𝑚𝑐² ".repeat(4)],
    ["a table of numbers", "2019 12.5 3,400 17% 2020 13.1 3,650 19% 2021 14.0 3,900 21% ".repeat(4)],
    ["a sequence of bases", "ACGTACGGTTCA GGCATTACGATC ACGATCGATCAG TTAGGCATCAGG ".repeat(12)],
    ["abbreviations", "HTML CSS HTTP HTTPS TCP UDP DNS SSH SSL TLS XML JSON SQL PHP PDF JPG PNG GIF MP3 MP4 ".repeat(2)],
    ["rows of dots", `${".".repeat(60)} 12\n${".".repeat(60)} 15`],
    ["bullets in private use", "\uf0b7 first point of the list\n\uf0b7 second point of the list\n\uf0b7 third point of it"],
    ["a short text", "abab baba abba"],
  ])("are %s", (_, text) => expect(isMeaningless(text)).toBe(false))
})
