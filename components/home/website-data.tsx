import type { Settings } from "@/lib/contract/types"
import { siteName } from "@/lib/view/site-settings"
import { originOf } from "@/lib/domain/path"
import { JsonLd } from "@/components/ui/json-ld"

/** Structured data: the site's name and its search address. */
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
        potentialAction: {
          "@type": "SearchAction",
          target: `${origin}/search?wd={search_term_string}`,
          "query-input": "required name=search_term_string",
        },
      }}
    />
  )
}
