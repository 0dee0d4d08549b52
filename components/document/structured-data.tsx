import type { DocumentDetail, Settings } from "@/lib/contract/types"
import { paths } from "@/lib/domain/path"
import { chainOf, pagesLeft, summaryOf } from "./document-facts"

/** `<` is written as an escape: a title must not be able to close the script. */
const asScript = (value: unknown) => JSON.stringify(value).replaceAll("<", "\\u003c")

/** What search engines read: the document and the way to it. Hidden counters stay hidden here too. */
export const StructuredData = ({ document, settings }: { document: DocumentDetail; settings: Settings }) => {
  const origin = settings.system.domain.replace(/\/+$/, "")
  const steps = [{ name: "首页", path: paths.home }, ...chainOf(document.category).map(({ id, title }) => ({ name: title, path: paths.category(id) }))]
  const data = [
    {
      "@context": "https://schema.org",
      "@type": "DigitalDocument",
      name: document.title,
      description: summaryOf(document),
      url: origin + paths.document(document.uuid),
      image: origin + paths.cover(document.uuid, document.version),
      author: document.username ? { "@type": "Person", name: document.username } : undefined,
      datePublished: document.created_at ?? undefined,
      dateModified: document.updated_at ?? undefined,
      inLanguage: document.language || undefined,
      keywords: document.keywords || undefined,
      numberOfPages: document.pages || undefined,
      isAccessibleForFree: document.price === 0 && pagesLeft(document) === 0,
      aggregateRating:
        document.score_count > 0
          ? { "@type": "AggregateRating", ratingValue: (document.score / 100).toFixed(1), ratingCount: document.score_count }
          : undefined,
    },
    {
      "@context": "https://schema.org",
      "@type": "BreadcrumbList",
      itemListElement: steps.map(({ name, path }, index) => ({ "@type": "ListItem", position: index + 1, name, item: origin + path })),
    },
  ]
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: asScript(data) }} />
}
