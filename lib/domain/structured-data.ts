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

/** https://example.cn from a domain setting with or without its scheme; "" when none is set. */
export const originOf = (domain: string): string => {
  if (!domain) return ""
  const text = /^https?:\/\//i.test(domain) ? domain : `https://${domain}`
  return URL.canParse(text) ? new URL(text).origin : ""
}
