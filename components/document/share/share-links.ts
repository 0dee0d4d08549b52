const escape = (text: string): string => text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`)

export type Shared = { origin: string; uuid: string; title: string; page: number }

/** The document's address; with a page above 1 it opens there. */
export const linkOf = ({ origin, uuid, page }: Shared): string => `${origin}/document/${uuid}${page > 1 ? `#page=${page}` : ""}`

/** Links to the share forms of social networks, filled in. */
export const placesOf = (shared: Shared): { name: string; href: string }[] => {
  const query = new URLSearchParams({ url: linkOf(shared), title: shared.title }).toString()
  return [
    { name: "QQ", href: `https://connect.qq.com/widget/shareqq/index.html?${query}` },
    { name: "微博", href: `https://service.weibo.com/share/share.php?${query}` },
  ]
}

/** Code that embeds the reader in another site: full width, `height` px high. */
export const embedCode = ({ origin, uuid, title, page }: Shared, height = 720): string =>
  `<iframe src="${origin}/embed/${uuid}${page > 1 ? `#page=${page}` : ""}" title="${escape(title)}" width="100%" height="${height}" style="border:0" loading="lazy" allowfullscreen></iframe>`
