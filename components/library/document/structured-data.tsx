import { JsonLd } from "@/components/ui/json-ld"
import type { DocumentDetail, Settings } from "@/lib/contract/types"
import { originOf, paths } from "@/lib/rules/path"
import { breadcrumbData, organizationData } from "@/lib/view/structured-data"
import { chainOf, pagesLeft, summaryOf } from "./download/document-facts"

/** Whether the document is entirely free, or which part is not, so that search engines do not treat the rest as cloaked content. */
const access = (document: DocumentDetail) =>
  document.price === 0 && pagesLeft(document) === 0
    ? { isAccessibleForFree: true }
    : { isAccessibleForFree: false, hasPart: { "@type": "WebPageElement", isAccessibleForFree: false, cssSelector: ".reader" } }

/** Structured data for search engines: the document and its breadcrumbs. Hidden counters stay hidden here too. */
export const StructuredData = ({ document, settings }: { document: DocumentDetail; settings: Settings }) => {
  const origin = originOf(settings.system.domain)
  const steps = [
    { label: "首页", href: paths.home },
    ...chainOf(document.category).map(({ id, title }) => ({ label: title, href: paths.category(id) })),
  ]
  const data = [
    {
      "@context": "https://schema.org",
      "@type": "DigitalDocument",
      name: document.title,
      description: summaryOf(document),
      // requires an absolute URL
      url: origin ? origin + paths.document(document.uuid) : undefined,
      image: origin ? origin + paths.cover(document.uuid, document.version) : undefined,
      author: document.username ? { "@type": "Person", name: document.username } : undefined,
      datePublished: document.created_at ?? undefined,
      dateModified: document.updated_at ?? undefined,
      inLanguage: document.language || undefined,
      keywords: document.keywords || undefined,
      numberOfPages: document.pages || undefined,
      ...access(document),
      publisher: organizationData(settings.system),
      aggregateRating:
        document.score_count > 0
          ? { "@type": "AggregateRating", ratingValue: (document.score / 100).toFixed(1), ratingCount: document.score_count }
          : undefined,
    },
    breadcrumbData(steps, settings.system.domain),
  ]
  return data.map((one) => <JsonLd key={one["@type"] as string} data={one} />)
}
