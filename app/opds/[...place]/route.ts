import { readCatalog } from "@/components/site/site/read-catalog"
import { readPageChrome } from "@/components/site/site/read-page-chrome"
import { originOf } from "@/lib/rules/path"
import { catalogOf, catalogPages, catalogTypes } from "@/lib/view/site/opds/catalog"
import { opdsJson } from "@/lib/view/site/opds/opds-json"
import { opdsSearchText, opdsXml } from "@/lib/view/site/opds/opds-xml"
import { siteName } from "@/lib/rules/site/site-name"
import { notThere, textAnswer } from "@/lib/view/text-answer"

export const dynamic = "force-dynamic"

type Props = { params: Promise<{ place: string[] }> }

const searchDescription = async (): Promise<Response> => {
  const { settings, alive } = await readPageChrome()
  const origin = originOf(settings.system.domain)
  if (!alive || !origin) return notThere(alive ? 404 : 503)
  return textAnswer("application/opensearchdescription+xml", opdsSearchText({ name: siteName(settings.system), origin }))
}

/**
 * Serves `/opds/index.xml` and `.json`, and the lists below them: newest, most downloaded, recommended, by category, and search results.
 */
export const GET = async ({ url }: Request, { params }: Props): Promise<Response> => {
  const { place: segments } = await params
  if (segments.join("/") === "opensearch.xml") return searchDescription()
  const query = new URL(url).searchParams
  const request = catalogOf(segments, query.get("wd") ?? "")
  const page = Number(query.get("page") ?? 1)
  if (!request || !Number.isInteger(page) || page < 1 || page > catalogPages) return notThere()
  const result = await readCatalog(request.place, request.format, page)
  if (typeof result === "number") return notThere(result)
  const type = request.place.kind === "index" ? catalogTypes.navigation : catalogTypes.acquisition
  return request.format === "json"
    ? textAnswer(catalogTypes.json, opdsJson(result.catalog, result.site))
    : textAnswer(type, opdsXml(result.catalog, result.site))
}
