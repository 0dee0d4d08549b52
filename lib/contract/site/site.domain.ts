/** Hosts for which no certificate is issued: this machine, an IP address, a name in the local network. */
const inside = (host: string): boolean => /^(localhost|\d+(\.\d+){3}|\[.*\]|[^.]+)$|\.(local|lan|internal|home\.arpa)$/.test(host)

/**
 * Returns what is wrong with the site's address, as a sentence, or null if it is a host with an optional port, served over https. Plain
 * http is only for hosts inside a network: passkeys, secure cookies and other browser features require https.
 */
export const refusedDomain = (text: string): string | null => {
  const domain = text.trim()
  if (!domain) return null
  const [, scheme = "https", rest = ""] = /^(?:(https?):\/\/)?(.+)$/i.exec(domain) ?? []
  const address = `${scheme}://${rest}`
  if (!/^[^\s/?#@\\]+\/?$/.test(rest) || !URL.canParse(address))
    return "写网站的地址，例如 https://doc.example.cn，可以带端口，不带后面的路径"
  const { hostname } = new URL(address)
  if (!/^(\[[\da-f:.]+\]|[a-z\d]([a-z\d.-]*[a-z\d])?)$/i.test(hostname)) return "网址里的主机名不正确"
  return scheme.toLowerCase() === "http" && !inside(hostname) ? "要用 https:// 开头；只有内网的地址可以用 http" : null
}
