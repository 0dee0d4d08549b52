import { type BaseBlock, Constructed, fromBER, IA5String, Integer, OctetString, Sequence } from "asn1js"
import { ConversionError } from "../converter.port"
import type { OfdArchive } from "./ofd-archive"
import { type Rectangle, rectangleOf } from "./values"
import { child, children, childText } from "./xml-tree"

/** The picture of a seal: "ofd", or the format of a picture. */
export type SealPicture = { type: string; data: Buffer }
/** A seal on a page. `clip`: the part of it that is visible, in millimetres of the seal. */
export type Stamp = { pageId: string; boundary: Rectangle; clip: Rectangle | null; picture: SealPicture }

const MAX_SIGNATURES = 500
const MAX_NODES = 20_000
const MAX_SEAL = 10e6

/**
 * Returns the picture of a seal structure (GM/T 0031, GB/T 38540) or of a signature that contains one: the sequence of a type, data, width
 * and height. Null if there is none.
 */
export function sealPicture(der: Buffer): SealPicture | null {
  if (der.length > MAX_SEAL) return null
  const { result, offset } = fromBER(Uint8Array.from(der))
  if (offset === -1) return null
  const queue: BaseBlock[] = [result]
  for (let index = 0; index < queue.length && index < MAX_NODES; index += 1) {
    const node = queue[index]!
    if (!(node instanceof Constructed)) continue
    const [type, data, width, height] = node.valueBlock.value
    const isPicture = node instanceof Sequence && type instanceof IA5String && data instanceof OctetString
    if (isPicture && width instanceof Integer && height instanceof Integer)
      return { type: type.getValue().toLowerCase(), data: Buffer.from(data.getValue()) }
    queue.push(...node.valueBlock.value)
  }
  return null
}

/** Reads the picture of a signature: of its seal file, else of its signed value. Null if it has no picture. */
async function readPicture(archive: OfdArchive, files: readonly string[]): Promise<SealPicture | null> {
  for (const file of files) {
    const bytes = await archive.bytes(file).catch(() => null)
    try {
      const picture = bytes && sealPicture(bytes)
      if (picture) return picture
    } catch {
      // damaged or nested too deeply: the next file may do
    }
  }
  return null
}

/** Reads the signatures of a document and the seals that they put on pages. A damaged signature counts as unreadable. */
export async function readSeals(
  archive: OfdArchive,
  root: string,
  body: Parameters<typeof child>[0],
): Promise<{ stamps: Stamp[]; signatures: number; unreadable: number }> {
  const stamps: Stamp[] = []
  let [signatures, unreadable] = [0, 0]
  for (const location of children(body, "Signatures")) {
    const list = archive.locate(root, location.text)
    const tree = await archive.tree(list)
    for (const { attributes } of children(tree ?? undefined, "Signature").slice(0, MAX_SIGNATURES)) {
      signatures += 1
      const path = archive.locate(list, attributes["BaseLoc"] ?? "")
      const signature = await archive.tree(path).catch(() => null)
      const info = child(signature ?? undefined, "SignedInfo")
      const uses = children(info, "StampAnnot")
      const locations = [childText(child(info, "Seal"), "BaseLoc"), childText(signature ?? undefined, "SignedValue")]
      const files = locations.filter((text) => text !== "").map((text) => archive.locate(path, text))
      const picture = uses.length > 0 ? await readPicture(archive, files) : null
      if (uses.length > 0 && !picture) unreadable += 1
      for (const use of uses) {
        const boundary = rectangleOf(use.attributes["Boundary"])
        const pageId = use.attributes["PageRef"] ?? ""
        if (picture && boundary) stamps.push({ pageId, boundary, clip: rectangleOf(use.attributes["Clip"]), picture })
      }
    }
  }
  if (stamps.length > MAX_NODES) throw new ConversionError("too_large")
  return { stamps, signatures, unreadable }
}
