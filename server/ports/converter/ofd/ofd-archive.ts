import { posix } from "node:path"
import type { ZipArchive } from "../inspect/zip-archive"
import { ConversionError } from "../converter.port"
import { readTree, type XmlNode } from "./xml-tree"

/** Bytes of one XML part, and of one font or picture. */
const MAX_XML = 40e6
export const MAX_BINARY = 60e6

/**
 * Resolves a location in one of the archive's parts to a path inside the archive. Throws ConversionError outside if it leaves the archive.
 */
export function resolveLocation(from: string, location: string): string {
  const path = location.trim().replaceAll("\\", "/")
  const joined = path.startsWith("/") ? posix.normalize(path.replace(/^\/+/, "")) : posix.join(posix.dirname(from), path)
  if (joined === ".." || joined.startsWith("../") || /^[a-z]:|\0/i.test(joined)) throw new ConversionError("outside")
  return joined
}

let archives = 0

function nextNumber(): number {
  archives += 1
  return archives
}

/** The parts of an OFD file. Paths are looked up without regard to case, as producers on Windows write them. */
export class OfdArchive {
  private readonly names = new Map<string, string>()
  /** Unique in this process: seals are archives of their own. */
  readonly number = nextNumber()

  constructor(readonly zip: ZipArchive) {
    for (const name of zip.entries.keys()) this.names.set(name.toLowerCase(), name)
  }

  has(path: string): boolean {
    return this.names.has(path.toLowerCase())
  }

  /** Resolves a location relative to a part, or, as some producers write it, relative to the archive's root. */
  locate(from: string, location: string): string {
    const path = resolveLocation(from, location)
    if (this.has(path)) return path
    const fromRoot = resolveLocation("", location)
    return this.has(fromRoot) ? fromRoot : path
  }

  /** Returns a part as a tree; null if it does not exist. Throws on damaged XML; ConversionError too_large. */
  async tree(path: string): Promise<XmlNode | null> {
    const name = this.names.get(path.toLowerCase())
    if (name === undefined) return null
    const stream = await this.zip.stream(name, MAX_XML)
    if (!stream) throw new ConversionError("too_large")
    return readTree(stream)
  }

  /** Returns the bytes of a part; null if it does not exist or is too large. */
  async bytes(path: string): Promise<Buffer | null> {
    const name = this.names.get(path.toLowerCase())
    return name === undefined ? null : this.zip.read(name, MAX_BINARY)
  }
}
