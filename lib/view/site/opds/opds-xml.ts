import { xmlHead, xmlText as x } from "@/lib/rules/xml"
import {
  acquisitionOf,
  catalogPath,
  catalogSearchPath,
  catalogTypes,
  coversOf,
  type Catalog,
  type CatalogLink,
  type Publication,
} from "./catalog"

const never = "1970-01-01T00:00:00Z"
const link = (rel: string, href: string, type: string, more = "") => `<link rel="${rel}" href="${x(href)}" type="${x(type)}"${more}/>`

const publicationEntry = (one: Publication, origin: string): string => {
  const how = acquisitionOf(one)
  const [cover] = coversOf(one)
  const picture = cover
    ? ["image", "image/thumbnail"].map((rel) => link(`http://opds-spec.org/${rel}`, cover.href, cover.type)).join("")
    : ""
  return (
    `<entry><id>${x(origin + one.path)}</id><title>${x(one.title)}</title><updated>${x(one.updated || never)}</updated>` +
    `${one.published ? `<published>${x(one.published)}</published>` : ""}${one.author ? `<author><name>${x(one.author)}</name></author>` : ""}` +
    `${one.summary ? `<summary>${x(one.summary)}</summary>` : ""}${one.language ? `<dc:language>${x(one.language)}</dc:language>` : ""}` +
    `${one.pages ? `<dc:extent>${one.pages} 页</dc:extent>` : ""}` +
    one.subjects.map((subject) => `<category term="${x(subject)}" label="${x(subject)}"/>`).join("") +
    `${picture}${link(how.rel, origin + how.href, how.type)}${link("alternate", origin + one.path, "text/html")}</entry>\n`
  )
}

const navigationEntry = ({ title, path, count }: CatalogLink, origin: string, updated: string): string =>
  `<entry><id>${x(origin + path)}</id><title>${x(title)}</title><updated>${x(updated || never)}</updated>` +
  `<content type="text">${count === undefined ? x(title) : `${count} 篇文档`}</content>` +
  `${link("subsection", origin + path, catalogTypes.acquisition)}</entry>\n`

/** Lists below a list of documents are rendered as facets, because an OPDS 1.2 feed contains either documents or lists. */
const facet = ({ title, path }: CatalogLink, origin: string): string =>
  link("http://opds-spec.org/facet", origin + path, catalogTypes.acquisition, ` title="${x(title)}" opds:facetGroup="子分类"`)

/** Renders a catalogue as OPDS 1.2: Atom (RFC 4287) whose entries are documents, or lists on the start page. */
export const opdsXml = (catalog: Catalog, site: { name: string; origin: string }): string => {
  const { place: list, page, more, total, navigation, publications, updated } = catalog
  const { origin } = site
  const isEntrance = list.kind === "index"
  const kind = isEntrance ? catalogTypes.navigation : catalogTypes.acquisition
  const at = (number: number) => origin + catalogPath(list, "xml", number)
  return (
    `${xmlHead}<feed xmlns="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/terms/" xmlns:opds="http://opds-spec.org/2010/catalog" ` +
    `xmlns:os="http://a9.com/-/spec/opensearch/1.1/" xml:lang="zh-CN">\n<id>${x(at(1))}</id><title>${x(catalog.title)}</title>` +
    `<updated>${x(updated || never)}</updated><author><name>${x(site.name)}</name><uri>${x(origin)}/</uri></author>` +
    link("self", at(page), kind) +
    link("start", origin + catalogPath({ kind: "index" }, "xml"), catalogTypes.navigation) +
    link("search", origin + catalogSearchPath, "application/opensearchdescription+xml") +
    (page > 1 ? link("first", at(1), kind) + link("previous", at(page - 1), kind) : "") +
    (more ? link("next", at(page + 1), kind) : "") +
    (total === undefined || isEntrance ? "" : `<os:totalResults>${total}</os:totalResults>`) +
    (isEntrance ? "" : navigation.map((one) => facet(one, origin)).join("")) +
    `\n${isEntrance ? navigation.map((one) => navigationEntry(one, origin, updated)).join("") : ""}` +
    `${publications.map((one) => publicationEntry(one, origin)).join("")}</feed>\n`
  )
}

/** Returns the description of the catalogue's search for other programs (OpenSearch 1.1). */
export const opdsSearchText = (site: { name: string; origin: string }): string =>
  `${xmlHead}<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/"><ShortName>${x([...site.name].slice(0, 16).join(""))}</ShortName>` +
  `<Description>${x(`在${site.name}搜索文档`)}</Description><InputEncoding>UTF-8</InputEncoding>` +
  `<Url type="${catalogTypes.acquisition}" template="${x(site.origin)}/opds/search.xml?wd={searchTerms}"/></OpenSearchDescription>\n`
