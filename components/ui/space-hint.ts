/** Returns a hint about a space at the edge of a secret, which is often pasted along and never seen; "" for none. */
export const spaceHint = (text: unknown, name = "密码"): string => {
  if (typeof text !== "string" || text === text.trim()) return ""
  return `${name}${/^\s/.test(text) ? "开头" : "末尾"}有空格，确认是不是多输了`
}
