import { decode } from "iconv-lite"

/** The most frequent characters of Chinese (both scripts), Japanese and Korean. Text in a wrong encoding contains hardly any of them. */
const FREQUENT = new Set(
  "的一是不了人我在有他这為之大来以个中上们到说国和地也子时道出而要于就下得可你年生自会那后能对着事其里所去行过家十用发天如然作方成者多日都三小军二无同么经法当起与好看学进种将还分此心前面又定见只主没公从" +
    "知使全体新行间样现想开些意此实动长向它或已很电物女正情名手并最什问几点理内信本月力水高第章书文第节回卷目录作品版社编著者者字言语明安性命声门老少真教机外法化部重口" +
    "這們來個說國時會後對於過發開無學進種還當與見從沒間樣現體動長電問幾點裡內書節錄編語門機實經軍將頭聲廣東話車馬風雲龍愛萬億單處號價總應該關係統計數據統資訊網" +
    "四五六七八九百千年月日号省市区县路街姓名年龄性别电话地址单位金额数量价格合计序时间备注说明标题内容产品公司项目管理工作技术中华民共和政府经济社会发展问题世界北京上海广" +
    "佢哋嘅喺咗係唔啲嗰咁嚟冇" +
    "のにはをたがでてとしれさいるあなかもらすこりまくきそうよどえめせだけわつばべんじおやみちびひげぼごずぞろ、。ーンスルトリアイラクタレドシフィジプメカテロムニグッマバサデコパ語本漢字書読日見食話気円" +
    "，。、；：？！“”‘’—…（）《》「」『』" +
    "이다는의에을가고하한를은도지로서기자사인어있나그리대들라아해수일것시정스과보전부으만우주게면성상여니장제않적았었했및국조오구원동요야거안글습문학",
)
const FREQUENT_SCORE = 4
const USUAL_SCORE = 1
const RARE_SCORE = -1
const ODD_SCORE = -6

/** Decodes all two-byte codes whose first byte is in a range: the standards list their usual characters there. */
function levelOf(encoding: string, first: number, last: number): string {
  const bytes: number[] = []
  for (let lead = first; lead <= last; lead += 1)
    for (let trail = 0x40; trail <= 0xfe; trail += 1) if (trail > 0xa0 || (encoding === "big5" && trail < 0x7f)) bytes.push(lead, trail)
  return decode(Buffer.from(bytes), encoding).replace(/[\ufffd\p{ASCII}]/gu, "")
}

/** The characters that each national standard calls usual, for the scripts that share an encoding. */
const levels: Record<string, () => string> = {
  gb18030: () => levelOf("gb18030", 0xb0, 0xd7),
  big5hkscs: () => levelOf("big5", 0xa4, 0xc6),
  eucjp: () => levelOf("eucjp", 0xa4, 0xa5) + levelOf("eucjp", 0xb0, 0xcf),
  cp949: () => levelOf("cp949", 0xb0, 0xc8),
  utf16: () => scripts.map((script) => levels[script]?.() ?? "").join(""),
}
const scripts = ["gb18030", "big5hkscs", "eucjp", "cp949"]
const usualCharacters = new Map<string, ReadonlySet<string>>()

function usualIn(script: string): ReadonlySet<string> {
  const characters = usualCharacters.get(script) ?? new Set(levels[script]?.() ?? "")
  usualCharacters.set(script, characters)
  return characters
}

/** Half-width katakana, private use, unassigned and control characters: what a wrong encoding produces. */
const ODD = /[\uff61-\uff9f\p{Co}\p{Cn}\p{Cs}\ufffd]|(?![\t\n\f\r\u001b\0])\p{Cc}/u

function scoreOf(character: string, usual: ReadonlySet<string>): number {
  if (FREQUENT.has(character)) return FREQUENT_SCORE
  if (usual.has(character)) return USUAL_SCORE
  if (ODD.test(character)) return ODD_SCORE
  return /\p{L}/u.test(character) ? RARE_SCORE : 0
}

/**
 * Rates how likely a text is natural language: the mean score (-6 to 4) of its characters beyond ASCII. `script` names the encoding
 * whose usual characters count. Chinese, Japanese and Korean prose reaches 1.5 and more, text in a wrong encoding stays below 0.5.
 */
export function plausibility(text: string, script: string): number {
  const usual = usualIn(script)
  let [sum, count] = [0, 0]
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    if (code >= 0x20 && code < 0x7f) continue
    if (code < 0x20 && !ODD.test(character)) continue
    sum += scoreOf(character, usual)
    count += 1
  }
  return count === 0 ? 0 : sum / count
}
