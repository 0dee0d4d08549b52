/** Share of broken characters up to which a text still counts as UTF-8 with a few damaged bytes. */
const TOLERATED_DAMAGE = 0.001
const UTF16_SAMPLE = 4096

function zerosAt(bytes: Uint8Array, parity: 0 | 1): number {
  let zeros = 0
  for (let index = parity; index < Math.min(bytes.length, UTF16_SAMPLE); index += 2) if (bytes[index] === 0) zeros += 1
  return zeros
}

function utf16Kind(bytes: Uint8Array): "utf-16le" | "utf-16be" | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le"
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be"
  const [even, odd] = [zerosAt(bytes, 0), zerosAt(bytes, 1)]
  if (even === odd) return null
  return odd > even ? "utf-16le" : "utf-16be"
}

function damage(text: string): number {
  return text.split("\ufffd").length - 1
}

/** Decodes UTF-8 and UTF-16 (with or without BOM), otherwise GB18030, which covers GBK and GB2312. Newlines become \n. */
export function decodeText(bytes: Uint8Array): string {
  const utf16 = utf16Kind(bytes)
  let text: string
  if (utf16) text = new TextDecoder(utf16).decode(bytes)
  else {
    text = new TextDecoder("utf-8").decode(bytes)
    const broken = damage(text)
    if (broken > 0 && broken > text.length * TOLERATED_DAMAGE) {
      const chinese = new TextDecoder("gb18030").decode(bytes)
      if (damage(chinese) < broken) text = chinese
    }
  }
  return text
    .replace(/^\ufeff/, "")
    .replace(/\r\n?|\u2028|\u2029/g, "\n")
    .replaceAll("\0", "")
}
