import { send } from "./client"

const asNavigation = { rsc: "1", "next-url": "/" }
export const loadedAhead = "the same as it is loaded ahead"

/** All pages that may show a document named HtmlRights… of this owner, opened directly and by client-side navigation. */
export const pagesOf = (uuid: string, ownerId: number): [name: string, path: string, headers: Record<string, string>][] => [
  ["the document's page", `/document/${uuid}`, {}],
  ["the same by navigation", `/document/${uuid}?_rsc=1a2b3`, asNavigation],
  [loadedAhead, `/document/${uuid}?_rsc=4c5d6`, { ...asNavigation, "next-router-prefetch": "1" }],
  ["one page of it", `/document/${uuid}?page=3`, {}],
  ["the embedded page", `/embed/${uuid}`, {}],
  ["the embedded page by navigation", `/embed/${uuid}?_rsc=1a2b3`, asNavigation],
  ["home", "/", {}],
  ["search", "/search?wd=HtmlRights", {}],
  ["search by navigation", "/search?wd=HtmlRights&_rsc=1a2b3", asNavigation],
  ["all documents", "/document", {}],
  ["the owner's page", `/user/${ownerId}`, {}],
  ["the owner's documents", `/user/${ownerId}/document`, {}],
  ["site map", "/sitemap.xml", {}],
]

/** Visits a page. Next redirects a navigation with a foreign `_rsc` mark to the same page with the correct one. */
export const visit = async (site: string, path: string, headers: Record<string, string>) => {
  const reply = await send(`${site}${path}`, { headers })
  const to = reply.status === 307 ? new URL(String(reply.headers.location), site) : null
  return to && to.pathname === path.split("?")[0] ? send(`${site}${to.pathname}${to.search}`, { headers }) : reply
}
