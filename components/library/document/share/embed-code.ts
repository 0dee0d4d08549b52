const escape = (text: string): string => text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`)

/** `path` is the path of a document or an article. */
export type Shared = { origin: string; path: string; title: string; page: number }

/** Returns the URL; with a page above 1 it opens at that page. */
export const linkOf = ({ origin, path, page }: Shared): string => `${origin}${path}${page > 1 ? `#page=${page}` : ""}`

/** Returns pre-filled links to the share forms of social networks. */
export const shareTargets = (shared: Shared): { name: string; href: string }[] => {
  const query = new URLSearchParams({ url: linkOf(shared), title: shared.title }).toString()
  return [
    { name: "QQ", href: `https://connect.qq.com/widget/shareqq/index.html?${query}` },
    { name: "微博", href: `https://service.weibo.com/share/share.php?${query}` },
  ]
}

/** Returns the HTML that embeds a document's reader in another site: full width, `height` px high. */
export const embedCode = ({ origin, path, title, page }: Shared, height = 720): string =>
  `<iframe src="${origin}${path.replace(/^\/document\//, "/embed/")}${page > 1 ? `#page=${page}` : ""}" title="${escape(title)}" width="100%" height="${height}" style="border:0" loading="lazy" allowfullscreen></iframe>`
