import { posix } from "node:path"
import { ConversionError } from "../converter.port"
import type { ZipArchive } from "../inspect/zip-archive"
import { decodeAny } from "./text-encoding"

const CONTAINER = "META-INF/container.xml"
const ENCRYPTION = "META-INF/encryption.xml"
const MAX_PACKAGE_BYTES = 10e6
/** Font obfuscation does not count as encryption. */
const FONT_OBFUSCATION = /idpf\.org\/2008\/embedding|ns\.adobe\.com\/pdf\/enc#RC/

type Attributes = Record<string, string>

function decodeEntities(value: string): string {
  const named: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" }
  return value.replace(/&(amp|lt|gt|quot|apos);/g, (entity: string, name: string) => named[name] ?? entity)
}

/** Returns the attributes of all tags with this local name, in order: a package file needs no more XML than that. */
export function listTags(xml: string, name: string): Attributes[] {
  const tags = xml.replace(/<!--[\s\S]*?-->/g, "").matchAll(new RegExp(`<(?:[\\w-]+:)?${name}(\\s[^<>]*)?>`, "g"))
  return Array.from(tags, ([, attributes = ""]) => {
    const pairs = attributes.matchAll(/([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)
    return Object.fromEntries(Array.from(pairs, ([, key = "", double, single]) => [key, decodeEntities(double ?? single ?? "")]))
  })
}

/**
 * Resolves a reference in one of the archive's files to a path inside the archive. Percent-encoding is decoded and the fragment dropped.
 */
export function resolveInside(from: string, reference: string): string {
  const path = reference.replace(/[#?].*$/, "")
  let decoded = path
  try {
    decoded = decodeURIComponent(path)
  } catch {
    // A stray percent sign: the name is meant literally.
  }
  return posix.join(posix.dirname(from), decoded).replace(/^(\.\.\/)+/, "")
}

export async function readXml(archive: ZipArchive, name: string): Promise<string | null> {
  const bytes = await archive.read(name, MAX_PACKAGE_BYTES)
  return bytes && decodeAny(bytes, { markup: true })
}

async function refuseLocked(archive: ZipArchive): Promise<void> {
  const encryption = await readXml(archive, ENCRYPTION)
  const methods = encryption ? listTags(encryption, "EncryptionMethod") : []
  if (methods.some((method) => !FONT_OBFUSCATION.test(method["Algorithm"] ?? ""))) throw new ConversionError("encrypted")
}

export type EpubPackage = {
  /** Paths in the archive, in reading order. */
  chapters: string[]
  /** Path of the EPUB 3 navigation page, and of the older NCX. */
  navigation: string | null
  ncx: string | null
}

/** Reads the package file. Throws ConversionError: corrupt, encrypted. */
export async function readPackage(archive: ZipArchive): Promise<EpubPackage> {
  await refuseLocked(archive)
  const container = await readXml(archive, CONTAINER)
  const packagePath = container && listTags(container, "rootfile")[0]?.["full-path"]
  const packageXml = packagePath ? await readXml(archive, packagePath) : null
  if (!packagePath || !packageXml) throw new ConversionError("corrupt", { cause: new Error("no package file") })
  const items = listTags(packageXml, "item")
  const pathOf = (item: Attributes | undefined): string | null => (item ? resolveInside(packagePath, item["href"] ?? "") : null)
  const paths = new Map(items.map((item) => [item["id"] ?? "", pathOf(item)]))
  const chapters = listTags(packageXml, "itemref").map((reference) => paths.get(reference["idref"] ?? "") ?? null)
  return {
    chapters: chapters.filter((path) => path !== null),
    navigation: pathOf(items.find((item) => /(^|\s)nav(\s|$)/.test(item["properties"] ?? ""))),
    ncx: pathOf(items.find((item) => item["media-type"] === "application/x-dtbncx+xml")),
  }
}
