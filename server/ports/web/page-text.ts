/** The charset that a text names, by headers and markup alike. */
const named = /charset\s*=\s*["']?\s*([\w:.-]{2,40})/i

const decoderOf = (label: string | undefined): TextDecoder | null => {
  try {
    // what calls itself GB2312 or GBK is read as their superset
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
 * The text of a page: by its byte order mark, the charset of the header, that of its markup, or else as what its bytes are: UTF-8, or the
 * Chinese encoding of old pages.
 */
export const textOfPage = (bytes: Uint8Array, contentType: string): string => {
  const [first, second, third] = bytes
  const mark = first === 0xef && second === 0xbb && third === 0xbf ? "utf-8" : first === 0xff && second === 0xfe ? "utf-16le" : undefined
  const head = Buffer.from(bytes.subarray(0, 4_096)).toString("latin1")
  const decoder =
    decoderOf(mark) ??
    decoderOf(named.exec(contentType)?.[1]) ??
    decoderOf(named.exec(head)?.[1] ?? /encoding=["']([\w-]+)/.exec(head)?.[1])
  // pages that name one encoding and are written in another
  if (decoder?.encoding === "utf-8" && !isUtf8(bytes)) return new TextDecoder("gb18030").decode(bytes)
  return (decoder ?? new TextDecoder(isUtf8(bytes) ? "utf-8" : "gb18030")).decode(bytes)
}
