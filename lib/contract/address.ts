/** Maximum number of characters of an address; browsers and servers cut longer ones, and matchers take long for them. */
const maxAddress = 2_000

/** Checks for a path on this site or an http(s) URL, so that a click can never execute a script. */
export const isAddress = (text: string): boolean =>
  text.length <= maxAddress && /^(\/(?![/\\])[^\s"'<>\\]*|https?:\/\/[^\s"'<>\\]+)$/i.test(text)

/** The check of a setting with the address of another server; "" is allowed. */
export const serverAddressFault = (text: string): string | null => {
  if (text.length > maxAddress) return "地址太长，最多 2000 个字符"
  return text === "" || (/^https?:\/\//.test(text) && URL.canParse(text)) ? null : "地址应以 https:// 开头"
}
