/* The three possible names of a collected document, and the title proposed for publishing it. */

const longest = 200

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Cleans a title: one line, without path, control characters, and surrounding white space. */
const clean = (text: string): string => {
  const line = text
    .replace(/[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g, " ")
    .replace(/\s+/g, " ")
    .trim()
  return [...line].slice(0, longest).join("")
}

/** Returns the decoded last segment of a URL's path. */
export const addressOfName = (url: string): string => clean(decoded(new URL(url).pathname.split("/").at(-1) ?? "")).replace(/[/\\]/g, "_")

/** Removes the extension from a name, ignoring case. */
export const withoutExt = (name: string): string => name.replace(/\.[a-z0-9]{1,5}$/i, "").trim()

export const titleOfHref = (text: string): string => clean(text)
export const titleOfUrl = (url: string): string => withoutExt(addressOfName(url))

/** Parses the file name in a Content-Disposition header (RFC 6266); `filename*` takes precedence over `filename`. "" if there is none. */
export const nameOfAttachment = (disposition: string): string => {
  const extended = /filename\*\s*=\s*(?:utf-8|gbk|gb2312)?'[^']*'([^;]+)/i.exec(disposition)?.[1]
  const plain = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]+))/i.exec(disposition)
  const name = decoded((extended ?? plain?.[1] ?? plain?.[2] ?? "").trim())
  return clean(name.replace(/\\(.)/g, "$1")).replace(/[/\\]/g, "_")
}

/** Button labels, which say nothing about the document. */
const button =
  /^(点击|立即|免费|本地|直接|文件|附件|全文|在线)*(下载|查看|预览|阅读|打开|附件|全文|详情|download|view|open|pdf|docx?|pptx?|xlsx?|here|click here)(附件|文件|全文|pdf|word)?\s*\d*[.。…>»]*$/i

/** Proposes a title: the first meaningful one of the three names. */
export const proposedTitle = ({ href, attachment, url }: { href: string; attachment: string; url: string }): string => {
  const says = (title: string) => [...title].length >= 2 && !button.test(title) && !/^[\d_\-.]+$|^[0-9a-f-]{16,}$/i.test(title)
  return [withoutExt(href), withoutExt(attachment), url].find(says) ?? ""
}
