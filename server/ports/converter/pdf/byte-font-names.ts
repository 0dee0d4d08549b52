/** How a Chinese font that is not embedded is written as a composite font, by the encoding of its strings. */
export type ByteEncoding = {
  /** Name for TextDecoder. */
  decoder: "gbk" | "big5"
  cmap: string
  ordering: string
  supplement: number
  /** CID of the half-width space; the other ASCII letters follow. */
  space: number
}

const gbk: ByteEncoding = { decoder: "gbk", cmap: "GBK-EUC-H", ordering: "GB1", supplement: 4, space: 814 }
const big5: ByteEncoding = { decoder: "big5", cmap: "ETen-B5-H", ordering: "CNS1", supplement: 4, space: 13648 }

const gbkName = /[宋楷黑仿圆隶魏幼雅]/
const big5Name = /[明楷黑宋體圓隸]/
const asciiName =
  /^(n?simsun|sim(hei|kai|fang|li|you)|fangsong|kaiti|youyuan|lisu|fz[a-z]|st(song|zhongsong|kaiti|fangsong|heiti|xihei)|microsoftyahei)/i
const asciiBig5Name = /^(p?mingliu|dfkai|biaukai)/i

/** Removes the prefix of a subset: ABCDEF+Name. */
function withoutPrefix(name: string): string {
  return name.replace(/^[A-Z]{6}\+/, "")
}

function decoded(bytes: Buffer, encoding: "gbk" | "big5"): string {
  return new TextDecoder(encoding).decode(bytes)
}

/** Returns a font's name as people read it, from the bytes that the file contains: fonts of old systems have their names in GBK or Big5. */
export function readableFontName(bytes: Buffer): string {
  if (bytes.every((byte) => byte < 0x80)) return bytes.toString("latin1")
  const inBig5 = decoded(bytes, "big5")
  const inGbk = decoded(bytes, "gbk")
  return !gbkName.test(inGbk) && big5Name.test(inBig5) ? inBig5 : inGbk
}

/** Returns how the strings of a Chinese font without an encoding of its own are encoded; null if its name is not Chinese. */
export function byteEncodingOf(name: Buffer): ByteEncoding | null {
  const plain = Buffer.from(withoutPrefix(name.toString("latin1")), "latin1")
  const text = plain.toString("latin1").replaceAll(" ", "")
  if (plain.every((byte) => byte < 0x80)) return asciiBig5Name.test(text) ? big5 : asciiName.test(text) ? gbk : null
  return readableFontName(plain) === decoded(plain, "gbk") ? gbk : big5
}

/** Returns a font of the same style that every viewer knows by its ASCII name. */
export function styleNameOf(name: Buffer): { name: string; serif: boolean } {
  const text = readableFontName(Buffer.from(withoutPrefix(name.toString("latin1")), "latin1")).toLowerCase()
  if (/仿|fang/.test(text)) return { name: "FangSong", serif: true }
  if (/楷|kai/.test(text)) return { name: "KaiTi", serif: true }
  if (/黑|雅|圆|圓|幼|hei|youyuan/.test(text)) return { name: "SimHei", serif: false }
  return { name: /明|ming/.test(text) ? "MingLiU" : "SimSun", serif: true }
}
