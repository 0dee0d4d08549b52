/** Matches the charset in headers and in markup. */
const named = /charset\s*=\s*["']?\s*([\w:.-]{2,40})/i

const decoderOf = (label: string | undefined): TextDecoder | null => {
  try {
    // GB2312 and GBK are decoded as their superset.
    return label ? new TextDecoder(/^(gb|x-gbk)/i.test(label) ? "gb18030" : label) : null
  } catch {
    return null
  }
}

const isUtf8 = (bytes: Uint8Array): boolean => {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}

/**
 * Decodes a page by its byte order mark, the charset of the header or of the markup, or else by its bytes: as UTF-8, or as the Chinese
 * encoding of old pages.
 */
export const textOfPage = (bytes: Uint8Array, contentType: string): string => {
  const [first, second, third] = bytes
  const mark = first === 0xef && second === 0xbb && third === 0xbf ? "utf-8" : first === 0xff && second === 0xfe ? "utf-16le" : undefined
  const head = Buffer.from(bytes.subarray(0, 4_096)).toString("latin1")
  const decoder =
    decoderOf(mark) ??
    decoderOf(named.exec(contentType)?.[1]) ??
    decoderOf(named.exec(head)?.[1] ?? /encoding=["']([\w-]+)/.exec(head)?.[1])
  // The page declares one encoding but uses another.
  if (decoder?.encoding === "utf-8" && !isUtf8(bytes)) return new TextDecoder("gb18030").decode(bytes)
  return (decoder ?? new TextDecoder(isUtf8(bytes) ? "utf-8" : "gb18030")).decode(bytes)
}
