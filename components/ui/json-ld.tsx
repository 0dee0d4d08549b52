import { Static } from "./static/static"

/** Structured data. "<" is escaped, so that no title can close the script. */
export const JsonLd = ({ data }: { data: Record<string, unknown> }) => (
  <Static>
    <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: JSON.stringify(data).replaceAll("<", "\\u003c") }} />
  </Static>
)
