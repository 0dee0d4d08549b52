import { mediaTypeOf } from "@/lib/rules/media-type"
import { xmlHead, xmlText as x } from "@/lib/rules/xml"
import type { HarvestedRow } from "./oai.repository"

/* The texts of OAI-PMH 2.0 (https://www.openarchives.org/OAI/openarchivesprotocol.html). Pure functions. */

export type OaiSite = { name: string; origin: string; mail: string }
export type OaiError =
  | "badVerb"
  | "badArgument"
  | "badResumptionToken"
  | "cannotDisseminateFormat"
  | "idDoesNotExist"
  | "noRecordsMatch"
  | "noSetHierarchy"

/** A protocol error; it is sent with status 200. */
export class OaiRefusal extends Error {
  constructor(
    readonly code: OaiError,
    message: string,
  ) {
    super(message)
  }
}

export const metadataPrefix = "oai_dc"
const dcSchema = "http://www.openarchives.org/OAI/2.0/oai_dc.xsd"
const dcNamespace = "http://www.openarchives.org/OAI/2.0/oai_dc/"

/** Formats a time as the protocol requires, to the second. */
export const stampOf = (at: Date): string => `${at.toISOString().slice(0, 19)}Z`

/** Parses a day or a second and returns its first moment; null for other text or an invalid date. */
export const momentOf = (text: string): Date | null => {
  if (!/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}:\d{2}Z)?$/.test(text)) return null
  const at = new Date(text)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text.replace("Z", "")) ? at : null
}

const identifierHead = ({ origin }: OaiSite) => `oai:${new URL(origin).hostname}:`
export const identifierOf = (site: OaiSite, uuid: string): string => identifierHead(site) + uuid
/** Returns the uuid in an identifier; null for one of another site. */
export const uuidOf = (site: OaiSite, identifier: string): string | null =>
  identifier.startsWith(identifierHead(site)) ? identifier.slice(identifierHead(site).length) : null

const element = (name: string, text: string) => (text ? `<${name}>${x(text)}</${name}>` : "")

export const headerText = (site: OaiSite, { uuid, at, deleted }: HarvestedRow): string =>
  `<header${deleted ? ` status="deleted"` : ""}>${element("identifier", identifierOf(site, uuid))}${element("datestamp", stampOf(at))}</header>`

/** Builds the fifteen Dublin Core elements, as far as the site knows them. */
const dublinCore = (site: OaiSite, row: HarvestedRow): string => {
  const subjects = [...new Set([...row.categories, ...row.keywords.split(/[,，、;；]/).map((word) => word.trim())])].filter(Boolean)
  return (
    `<oai_dc:dc xmlns:oai_dc="${dcNamespace}" xmlns:dc="http://purl.org/dc/elements/1.1/" ` +
    `xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="${dcNamespace} ${dcSchema}">` +
    element("dc:title", row.title) +
    element("dc:creator", row.author) +
    subjects.map((subject) => element("dc:subject", subject)).join("") +
    element("dc:description", row.description) +
    element("dc:publisher", site.name) +
    element("dc:date", stampOf(row.created_at).slice(0, 10)) +
    element("dc:type", "Text") +
    element("dc:format", mediaTypeOf(row.ext)) +
    (row.pages > 0 ? element("dc:format", `${row.pages} 页`) : "") +
    element("dc:identifier", `${site.origin}/document/${row.uuid}`) +
    element("dc:language", row.language) +
    "</oai_dc:dc>"
  )
}

export const recordText = (site: OaiSite, row: HarvestedRow): string =>
  `<record>${headerText(site, row)}${row.deleted ? "" : `<metadata>${dublinCore(site, row)}</metadata>`}</record>\n`

export const identifyText = (site: OaiSite, earliest: Date): string =>
  element("repositoryName", site.name) +
  element("baseURL", `${site.origin}/oai`) +
  element("protocolVersion", "2.0") +
  element("adminEmail", site.mail) +
  element("earliestDatestamp", stampOf(earliest)) +
  element("deletedRecord", "transient") +
  element("granularity", "YYYY-MM-DDThh:mm:ssZ")

export const formatsText =
  `<metadataFormat><metadataPrefix>${metadataPrefix}</metadataPrefix><schema>${dcSchema}</schema>` +
  `<metadataNamespace>${dcNamespace}</metadataNamespace></metadataFormat>`

/** Builds a complete response. It repeats the request's arguments, unless the verb or the arguments are invalid. */
export const envelope = (site: OaiSite, now: Date, parameters: Record<string, string>, inner: string): string => {
  const attributes = Object.entries(parameters).map(([name, value]) => ` ${name}="${x(value)}"`)
  return (
    `${xmlHead}<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ` +
    `xsi:schemaLocation="http://www.openarchives.org/OAI/2.0/ http://www.openarchives.org/OAI/2.0/OAI-PMH.xsd">\n` +
    `<responseDate>${stampOf(now)}</responseDate><request${attributes.join("")}>${x(site.origin)}/oai</request>\n${inner}</OAI-PMH>\n`
  )
}

export const errorText = (code: OaiError, message: string): string => `<error code="${code}">${x(message)}</error>\n`
