/** Names that no certificate is given for: this machine, an address, a name of the own network. */
const inside = (host: string): boolean => /^(localhost|\d+(\.\d+){3}|\[.*\]|[^.]+)$|\.(local|lan|internal|home\.arpa)$/.test(host)

/**
 * What is wrong with the site's address, as a sentence; null when it is a host with an optional port, by https. Plain http is for hosts inside of
 * a network alone: passkeys, secure cookies and what browsers may do elsewhere need https.
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
