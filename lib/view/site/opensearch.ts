import { xmlHead, xmlText as x } from "../../rules/xml"

export const openSearchPath = "/opensearch.xml"

/**
 * Returns `/opensearch.xml`, which lets browsers search the site from their address bar (OpenSearch 1.1). Names are cut to 16 characters,
 * as the standard requires.
 */
export const openSearchText = (site: { name: string; description: string; favicon: string }, origin: string): string =>
  `${xmlHead}<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">` +
  `<ShortName>${x([...site.name].slice(0, 16).join(""))}</ShortName><Description>${x([...(site.description || site.name)].slice(0, 1024).join(""))}</Description>` +
  `<InputEncoding>UTF-8</InputEncoding><Image>${x(new URL(site.favicon || "/icon.svg", origin).href)}</Image>` +
  `<Url type="text/html" template="${x(origin)}/search?wd={searchTerms}"/>` +
  `<Url type="application/opensearchdescription+xml" rel="self" template="${x(origin)}${openSearchPath}"/></OpenSearchDescription>\n`
