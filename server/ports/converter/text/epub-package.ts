import { ConversionError } from "../converter.port"
import type { BookFiles } from "./book-files"
import { decodeAny } from "./text-encoding"

const CONTAINER = "META-INF/container.xml"
const ENCRYPTION = "META-INF/encryption.xml"
const MAX_PACKAGE_BYTES = 10e6
/** Font obfuscation does not count as encryption. */
const FONT_OBFUSCATION = /^\s*http:\/\/(www\.idpf\.org\/2008\/embedding|ns\.adobe\.com\/pdf\/enc#RC)\s*$/

type Attributes = Record<string, string>

function decodeEntities(value: string): string {
  const named: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" }
  return value.replace(
    /&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([\da-f]{1,6}));/gi,
    (entity: string, name?: string, decimal?: string, hex?: string) => {
      if (name) return named[name] ?? entity
      const code = decimal ? Number(decimal) : Number.parseInt(hex ?? "", 16)
      return code <= 0x10ffff ? String.fromCodePoint(code) : entity
    },
  )
}

/** Returns the attributes of all tags with this local name, in order: a package file needs no more XML than that. */
export function listTags(xml: string, name: string): Attributes[] {
  const tags = xml.replace(/<!--[\s\S]*?-->/g, "").matchAll(new RegExp(`<(?:[\\w-]+:)?${name}(\\s[^<>]*)?>`, "g"))
  return Array.from(tags, ([, attributes = ""]) => {
    const pairs = attributes.matchAll(/([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)
    return Object.fromEntries(Array.from(pairs, ([, key = "", double, single]) => [key, decodeEntities(double ?? single ?? "")]))
  })
}

export async function readXml(files: BookFiles, name: string): Promise<string | null> {
  const bytes = await files.read(name, MAX_PACKAGE_BYTES)
  return bytes && decodeAny(bytes, { markup: true })
}

async function refuseLocked(files: BookFiles): Promise<void> {
  const encryption = await readXml(files, ENCRYPTION)
  const methods = encryption ? listTags(encryption, "EncryptionMethod") : []
  if (methods.some((method) => !FONT_OBFUSCATION.test(method["Algorithm"] ?? ""))) throw new ConversionError("drm")
}

/** One item of the reading order: its path in the archive, or null if the book lists no file for it. */
export type SpineItem = { path: string | null; type: string; name: string }

export type EpubPackage = {
  /** In reading order, with those that reading programs may skip (linear="no"): they belong to the book. */
  chapters: SpineItem[]
  /** Path of the EPUB 3 navigation page, and of the older NCX. */
  navigation: string | null
  ncx: string | null
  /** Path of the cover, a picture or a page with one. */
  cover: string | null
}

/** Finds the cover that a package file names, by the conventions of EPUB 3 and 2, the surest one first. */
function declaredCover(xml: string, items: readonly Attributes[]): string | undefined {
  const meta = listTags(xml, "meta").find(({ name = "" }) => name.toLowerCase() === "cover")?.["content"]
  const guide = listTags(xml, "reference").find(({ type = "" }) => /^(other\.)?(ms-)?cover/i.test(type))?.["href"]
  const declared = items.find(({ properties = "" }) => /(^|\s)cover-image(\s|$)/.test(properties))
  const byMeta = meta ? items.find(({ id, href }) => id === meta || href === meta) : undefined
  return declared?.["href"] ?? byMeta?.["href"] ?? guide
}

/** Returns the path of the cover among the landmarks of a navigation page: EPUB 3 has them in place of the guide. */
async function landmarkCover(files: BookFiles, navigation: string | null): Promise<string | null> {
  const xml = navigation && (await readXml(files, navigation).catch(() => null))
  const landmark = xml ? listTags(xml, "a").find((link) => /(^|\s)cover(\s|$)/.test(link["epub:type"] ?? "")) : undefined
  return navigation && landmark ? files.resolve(navigation, landmark["href"] ?? "") : null
}

/** Finds a picture that is named as the cover. */
function namedCover(items: readonly Attributes[]): string | undefined {
  const pictures = items.filter((item) => (item["media-type"] ?? "").startsWith("image/"))
  return pictures.find(({ id = "", href = "" }) => /^cover/i.test(id) || /(^|\/)cover\.\w+$/i.test(href))?.["href"]
}

async function packagePathOf(files: BookFiles): Promise<string | null> {
  const container = await readXml(files, CONTAINER)
  const reference = container && listTags(container, "rootfile")[0]?.["full-path"]
  return reference ? files.resolve("", reference) : null
}

/** Reads the package file. Throws ConversionError: corrupt, drm. */
export async function readPackage(files: BookFiles): Promise<EpubPackage> {
  await refuseLocked(files)
  const packagePath = await packagePathOf(files)
  const packageXml = packagePath ? await readXml(files, packagePath) : null
  if (!packagePath || !packageXml) throw new ConversionError("corrupt", { cause: new Error("no package file") })
  const items = listTags(packageXml, "item")
  const pathOf = (item: Attributes | undefined): string | null => (item ? files.resolve(packagePath, item["href"] ?? "") : null)
  const resolve = (reference: string | undefined): string | null => (reference ? files.resolve(packagePath, reference) : null)
  const navigation = pathOf(items.find((item) => /(^|\s)nav(\s|$)/.test(item["properties"] ?? "")))
  const itemsById = new Map(items.map((item) => [item["id"] ?? "", item]))
  const chapters = listTags(packageXml, "itemref").map(({ idref = "" }) => {
    const item = itemsById.get(idref)
    return { path: pathOf(item), type: item?.["media-type"] ?? "", name: item?.["href"] ?? idref }
  })
  return {
    chapters,
    navigation,
    ncx: pathOf(items.find((item) => item["media-type"] === "application/x-dtbncx+xml")),
    cover: resolve(declaredCover(packageXml, items)) ?? (await landmarkCover(files, navigation)) ?? resolve(namedCover(items)),
  }
}
