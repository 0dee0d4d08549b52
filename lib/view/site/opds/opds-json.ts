import { acquisitionOf, catalogPath, catalogTypes, coversOf, type Catalog, type CatalogLink, type Publication } from "./catalog"

const publication = (one: Publication, origin: string) => {
  const how = acquisitionOf(one)
  return {
    metadata: {
      "@type": "http://schema.org/DigitalDocument",
      title: one.title,
      identifier: origin + one.path,
      ...(one.author && { author: one.author }),
      ...(one.summary && { description: one.summary }),
      ...(one.language && { language: one.language }),
      ...(one.pages > 0 && { numberOfPages: one.pages }),
      ...(one.published && { published: one.published }),
      ...(one.updated && { modified: one.updated }),
      ...(one.subjects.length > 0 && { subject: one.subjects }),
    },
    links: [
      { rel: how.rel, href: origin + how.href, type: how.type },
      { rel: "alternate", href: origin + one.path, type: "text/html" },
    ],
    images: coversOf(one),
  }
}

const navigationLink = ({ title, path, count }: CatalogLink, origin: string) => ({
  title,
  href: origin + path,
  type: catalogTypes.json,
  rel: "subsection",
  ...(count !== undefined && { properties: { numberOfItems: count } }),
})

const entrance: CatalogLink = { title: "全部目录", path: catalogPath({ kind: "index" }, "json") }

/** Renders a catalogue as OPDS 2.0. */
export const opdsJson = (catalog: Catalog, { origin }: { origin: string }): string => {
  const { title, place: list, page, more, total, navigation, publications, updated } = catalog
  const at = (rel: string, number: number) => ({ rel, href: origin + catalogPath(list, "json", number), type: catalogTypes.json })
  return JSON.stringify({
    metadata: { title, ...(updated && { modified: updated }), ...(total !== undefined && { numberOfItems: total }), currentPage: page },
    links: [
      at("self", page),
      { rel: "start", href: origin + catalogPath({ kind: "index" }, "json"), type: catalogTypes.json },
      { rel: "search", href: `${origin}/opds/search.json{?wd}`, type: catalogTypes.json, templated: true },
      ...(page > 1 ? [at("first", 1), at("previous", page - 1)] : []),
      ...(more ? [at("next", page + 1)] : []),
    ],
    // a feed must not be empty: an empty one links back to the start page
    ...((navigation.length > 0 || publications.length === 0) && {
      navigation: (navigation.length > 0 ? navigation : [entrance]).map((one) => navigationLink(one, origin)),
    }),
    ...(publications.length > 0 && { publications: publications.map((one) => publication(one, origin)) }),
  })
}
