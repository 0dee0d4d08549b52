import { readCatalog } from "@/components/site/site/read-catalog"
import { readSiteFrame } from "@/components/site/site/read-site-frame"
import { originOf } from "@/lib/rules/path"
import { catalogOf, catalogPages, catalogTypes } from "@/lib/view/site/opds/catalog"
import { opdsJson } from "@/lib/view/site/opds/opds-json"
import { opdsSearchText, opdsXml } from "@/lib/view/site/opds/opds-xml"
import { siteName } from "@/lib/rules/site/site-name"
import { notThere, textAnswer } from "@/lib/view/text-answer"

export const dynamic = "force-dynamic"

type Asked = { params: Promise<{ place: string[] }> }

const searchDescription = async (): Promise<Response> => {
  const { settings, alive } = await readSiteFrame()
  const origin = originOf(settings.system.domain)
  if (!alive || !origin) return notThere(alive ? 404 : 503)
  return textAnswer("application/opensearchdescription+xml", opdsSearchText({ name: siteName(settings.system), origin }))
}

/**
 * Serves `/opds/index.xml` and `.json`, and the lists below them: newest, most downloaded, recommended, by category, and search results.
 */
export const GET = async ({ url }: Request, { params }: Asked): Promise<Response> => {
  const { place } = await params
  if (place.join("/") === "opensearch.xml") return searchDescription()
  const query = new URL(url).searchParams
  const asked = catalogOf(place, query.get("wd") ?? "")
  const page = Number(query.get("page") ?? 1)
  if (!asked || !Number.isInteger(page) || page < 1 || page > catalogPages) return notThere()
  const found = await readCatalog(asked.place, asked.format, page)
  if (typeof found === "number") return notThere(found)
  const type = asked.place.kind === "index" ? catalogTypes.navigation : catalogTypes.acquisition
  return asked.format === "json"
    ? textAnswer(catalogTypes.json, opdsJson(found.catalog, found.site))
    : textAnswer(type, opdsXml(found.catalog, found.site))
}
