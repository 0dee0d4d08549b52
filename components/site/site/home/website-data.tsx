import type { Settings } from "@/lib/contract/types"
import { siteName } from "@/lib/rules/site/site-name"
import { originOf } from "@/lib/rules/path"
import { JsonLd } from "@/components/ui/json-ld"
import { organizationData } from "@/lib/view/structured-data"

/** Structured data: the site's name and its search URL. */
export const WebsiteData = ({ system }: { system: Settings["system"] }) => {
  const origin = originOf(system.domain)
  if (!origin) return null
  return (
    <JsonLd
      data={{
        "@context": "https://schema.org",
        "@type": "WebSite",
        name: siteName(system),
        url: origin,
        publisher: organizationData(system),
        potentialAction: {
          "@type": "SearchAction",
          target: { "@type": "EntryPoint", urlTemplate: `${origin}/search?wd={search_term_string}` },
          "query-input": "required name=search_term_string",
        },
      }}
    />
  )
}
