import { originOf, paths } from "../rules/path"
import { siteName } from "../rules/site/site-name"

/** Returns schema.org's breadcrumbs. URLs are absolute only if the site's domain is set. */
export const breadcrumbData = (crumbs: { label: string; href: string }[], domain: string): Record<string, unknown> => ({
  "@context": "https://schema.org",
  "@type": "BreadcrumbList",
  itemListElement: crumbs.map((crumb, at) => ({
    "@type": "ListItem",
    position: at + 1,
    name: crumb.label,
    ...(originOf(domain) ? { item: new URL(crumb.href, originOf(domain)).href } : {}),
  })),
})

type Listed = { title: string; href: string }
type ListFacts = { title: string; description?: string; path: string; from: number; items: Listed[] }

/** Returns schema.org's CollectionPage of a list, with the rows of this page in order; `from` is the position of the first one. */
export const collectionData = ({ title, description, path, from, items }: ListFacts, domain: string): Record<string, unknown> => {
  const origin = originOf(domain)
  return {
    "@context": "https://schema.org",
    "@type": "CollectionPage",
    name: title,
    ...(description ? { description } : {}),
    ...(origin ? { url: origin + path } : {}),
    inLanguage: "zh-CN",
    mainEntity: {
      "@type": "ItemList",
      itemListElement: items.map((item, at) => ({
        "@type": "ListItem",
        position: from + at,
        name: item.title,
        ...(origin ? { url: origin + item.href } : {}),
      })),
    },
  }
}

type ArticleFacts = {
  title: string
  description: string
  identifier: string
  id: number
  content: string
  keywords: string
  created_at: string | null
  updated_at: string | null
  user: { username: string; id: number } | null
}

/** Returns the first image in an article that is stored on this site. */
export const firstPicture = (html: string): string => /<img[^>]*\ssrc="(\/uploads\/[\w/.-]+)"/.exec(html)?.[1] ?? ""

/** Returns the breadcrumbs of an article, ending with its top category if it has one. */
export const articleWay = (categories: { id: number; title: string; parent_id: number }[], listTitle: string) => {
  const top = categories.find((one) => !categories.some((other) => other.id === one.parent_id))
  return [
    { label: "首页", href: paths.home },
    { label: listTitle, href: paths.article() },
    ...(top ? [{ label: top.title, href: paths.articles(top.id) }] : []),
  ]
}

type Site = { sitename: string; domain: string; logo: string }

/** Returns the publisher: the site, with its logo if it has one. */
export const organizationData = (system: Site): Record<string, unknown> => {
  const origin = originOf(system.domain)
  return {
    "@type": "Organization",
    name: siteName(system),
    ...(origin ? { url: origin } : {}),
    ...(origin && system.logo ? { logo: new URL(system.logo, origin).href } : {}),
  }
}

/** Returns schema.org's Article, with the fields that are available. */
export const articleData = (article: ArticleFacts, system: Site): Record<string, unknown> => {
  const origin = originOf(system.domain)
  const picture = firstPicture(article.content)
  return {
    "@context": "https://schema.org",
    "@type": "Article",
    headline: article.title,
    ...(article.description ? { description: article.description } : {}),
    ...(article.user
      ? { author: { "@type": "Person", name: article.user.username, ...(origin ? { url: origin + paths.user(article.user.id) } : {}) } }
      : {}),
    ...(article.keywords ? { keywords: article.keywords } : {}),
    ...(origin && picture ? { image: origin + picture } : {}),
    publisher: organizationData(system),
    inLanguage: "zh-CN",
    ...(article.created_at ? { datePublished: article.created_at } : {}),
    ...(article.updated_at ? { dateModified: article.updated_at } : {}),
    ...(origin ? { mainEntityOfPage: `${origin}/article/${article.identifier || article.id}` } : {}),
  }
}

type PersonFacts = { id: number; username: string; signature: string; avatar: string }

/** Returns schema.org's ProfilePage. */
export const profileData = (user: PersonFacts, domain: string): Record<string, unknown> => {
  const origin = originOf(domain)
  return {
    "@context": "https://schema.org",
    "@type": "ProfilePage",
    mainEntity: {
      "@type": "Person",
      name: user.username,
      identifier: String(user.id),
      ...(user.signature ? { description: user.signature } : {}),
      ...(origin ? { url: `${origin}/user/${user.id}` } : {}),
      ...(origin && user.avatar.startsWith("/") ? { image: origin + user.avatar } : {}),
    },
  }
}
