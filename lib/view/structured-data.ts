import { originOf } from "../domain/path"

/** schema.org's breadcrumb. Addresses are whole only when the site knows its own domain. */
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

type ArticleFacts = {
  title: string
  description: string
  identifier: string
  id: number
  created_at: string | null
  updated_at: string | null
  user: { username: string } | null
}

/** schema.org's Article, as far as it is known. */
export const articleData = (article: ArticleFacts, domain: string): Record<string, unknown> => {
  const origin = originOf(domain)
  return {
    "@context": "https://schema.org",
    "@type": "Article",
    headline: article.title,
    ...(article.description ? { description: article.description } : {}),
    ...(article.user ? { author: { "@type": "Person", name: article.user.username } } : {}),
    ...(article.created_at ? { datePublished: article.created_at } : {}),
    ...(article.updated_at ? { dateModified: article.updated_at } : {}),
    ...(origin ? { mainEntityOfPage: `${origin}/article/${article.identifier || article.id}` } : {}),
  }
}

type PersonFacts = { id: number; username: string; signature: string; avatar: string }

/** schema.org's ProfilePage. */
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
