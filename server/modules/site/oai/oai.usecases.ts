import { z } from "zod"
import { originOf } from "@/lib/rules/path"
import type { Ctx } from "@/server/context"
import { notFound } from "@/server/errors"
import { settingsOf } from "../settings/settings.usecases"
import { findEarliest, findHarvested, listHarvested, type HarvestedRow, type HarvestCursor } from "./oai.repository"
import {
  envelope,
  errorText,
  formatsText,
  headerText,
  identifyText,
  metadataPrefix,
  momentOf,
  OaiRefusal,
  recordText,
  uuidOf,
  type OaiSite,
} from "./oai.rules"

/** Records per response; a resumption token continues the list. */
const pageSize = 100

type Args = Record<string, string>
type Answer = (ctx: Ctx, site: OaiSite, args: Args) => Promise<string>
/** The required and optional arguments of a verb. `resumptionToken` must be the only one. */
type Verb = { required?: string[]; optional?: string[]; resumes?: true; answer: Answer }

const refuse = (...[code, message]: ConstructorParameters<typeof OaiRefusal>): never => {
  throw new OaiRefusal(code, message)
}

const requireFormat = (prefix: string | undefined) => {
  if (prefix !== metadataPrefix) refuse("cannotDisseminateFormat", `只有 ${metadataPrefix} 格式`)
}

/**
 * The content of a resumption token: the bounds of the list and the last returned row. A forged token changes only what its sender sees.
 */
const Token = z.tuple([z.iso.datetime().nullable(), z.iso.datetime().nullable(), z.iso.datetime(), z.int().min(0)])

type Bounds = { from: Date | null; until: Date | null }
const tokenOf = ({ from, until }: Bounds, { at, id }: HarvestCursor): string =>
  Buffer.from(JSON.stringify([from, until, at, id])).toString("base64url")

const dateOf = (text: string | null) => (text === null ? null : new Date(text))
const resume = (token: string): Bounds & { after: HarvestCursor } => {
  try {
    const [from, until, at, id] = Token.parse(JSON.parse(Buffer.from(token, "base64url").toString("utf8")))
    return { from: dateOf(from), until: dateOf(until), after: { at: new Date(at), id } }
  } catch {
    return refuse("badResumptionToken", "resumptionToken 不正确")
  }
}

/** Returns the end of the given day or second, since `until` is inclusive. */
const afterUntil = (text: string, at: Date): Date => new Date(at.getTime() + (text.length === 10 ? 86_400_000 : 1_000))

const boundsOf = ({ from, until }: Args): Bounds => {
  if (from && until && from.length !== until.length) refuse("badArgument", "from 和 until 要精确到同一单位")
  const [start, end] = [from, until].map((text) => (text ? (momentOf(text) ?? refuse("badArgument", `日期 ${text} 不正确`)) : null)) as [
    Date | null,
    Date | null,
  ]
  if (start && end && start > end) refuse("badArgument", "from 比 until 晚")
  return { from: start, until: until && end ? afterUntil(until, end) : null }
}

const listed =
  (write: (site: OaiSite, row: HarvestedRow) => string): Answer =>
  async (ctx, site, args) => {
    if (args.set !== undefined) refuse("noSetHierarchy", "这里没有集合")
    const span = args.resumptionToken === undefined ? { ...boundsOf(args), after: null } : resume(args.resumptionToken)
    if (args.resumptionToken === undefined) requireFormat(args.metadataPrefix)
    const rows = await listHarvested(ctx.db, { ...span, limit: pageSize + 1 })
    if (rows.length === 0 && !span.after) refuse("noRecordsMatch", "没有符合条件的记录")
    const given = rows.slice(0, pageSize)
    const token = rows.length > pageSize ? tokenOf(span, given.at(-1)!) : ""
    const end = token || span.after ? `<resumptionToken>${token}</resumptionToken>` : ""
    return given.map((row) => write(site, row)).join("") + end
  }

const selection = { required: ["metadataPrefix"], optional: ["from", "until", "set"], resumes: true } as const
const requireDocument = async (ctx: Ctx, site: OaiSite, identifier: string): Promise<HarvestedRow> => {
  const uuid = uuidOf(site, identifier)
  return (uuid ? await findHarvested(ctx.db, uuid) : null) ?? refuse("idDoesNotExist", "没有这份文档")
}

const verbs: Record<string, Verb> = {
  Identify: { answer: async (ctx, site) => identifyText(site, (await findEarliest(ctx.db)) ?? ctx.now()) },
  ListMetadataFormats: {
    optional: ["identifier"],
    answer: async (ctx, site, { identifier }) => {
      if (identifier !== undefined) await requireDocument(ctx, site, identifier)
      return formatsText
    },
  },
  ListSets: { resumes: true, answer: async () => refuse("noSetHierarchy", "这里没有集合") },
  ListIdentifiers: { ...selection, required: [...selection.required], optional: [...selection.optional], answer: listed(headerText) },
  ListRecords: { ...selection, required: [...selection.required], optional: [...selection.optional], answer: listed(recordText) },
  GetRecord: {
    required: ["identifier", "metadataPrefix"],
    answer: async (ctx, site, { identifier = "", metadataPrefix }) => {
      requireFormat(metadataPrefix)
      return recordText(site, await requireDocument(ctx, site, identifier))
    },
  },
}

/** Returns the arguments by name; each must be known to the verb and given once. */
const argsOf = (given: URLSearchParams, { required = [], optional = [], resumes }: Verb): Args => {
  const args: Args = {}
  for (const [name, value] of given) {
    if (name === "verb") continue
    if (name in args) refuse("badArgument", `参数 ${name} 重复`)
    args[name] = value
  }
  const names = Object.keys(args)
  if (resumes && args.resumptionToken !== undefined)
    return names.length === 1 ? args : refuse("badArgument", "resumptionToken 不能和其他参数一起用")
  const validNames = new Set([...required, ...optional])
  for (const name of names) if (!validNames.has(name)) refuse("badArgument", `没有参数 ${name}`)
  for (const name of required) if (!args[name]) refuse("badArgument", `缺少参数 ${name}`)
  return args
}

const siteOf = async (ctx: Ctx): Promise<OaiSite> => {
  const [system, { enable_oai, hide_from_search }] = await Promise.all([settingsOf(ctx.app, "system"), settingsOf(ctx.app, "ssr")])
  const origin = originOf(system.domain)
  if (!origin || !enable_oai || hide_from_search) throw notFound("网站没有开放 OAI-PMH")
  return {
    name: system.sitename,
    origin, // a mailbox name that every domain has (RFC 2142): the account of the mail server stays private
    mail: `webmaster@${new URL(origin).hostname}`,
  }
}

/**
 * Answers an OAI-PMH 2.0 request. Errors are part of the response, as the protocol requires.
 * @throws 404 if the site does not offer it or does not know its own address
 */
export const answerHarvester = async (ctx: Ctx, given: URLSearchParams): Promise<string> => {
  const site = await siteOf(ctx)
  const [name, ...more] = given.getAll("verb")
  const verb = more.length === 0 && name && Object.hasOwn(verbs, name) ? verbs[name] : undefined
  try {
    if (!verb) return envelope(site, ctx.now(), {}, errorText("badVerb", "没有这个 verb"))
    const args = argsOf(given, verb)
    return envelope(site, ctx.now(), { verb: name!, ...args }, `<${name}>${await verb.answer(ctx, site, args)}</${name}>\n`)
  } catch (error) {
    if (!(error instanceof OaiRefusal)) throw error
    const parameters = error.code === "badArgument" || !verb ? {} : { verb: name!, ...argsOf(given, verb) }
    return envelope(site, ctx.now(), parameters, errorText(error.code, error.message))
  }
}
