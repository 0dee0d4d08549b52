import sharp from "sharp"
import { jbig2File, pageInformation, regionInformation, segment } from "../pictures/jbig2-files"
import { fill } from "./ofd-builder"

export const song = '<Fonts><Font ID="1" FontName="宋体"/></Fonts>'
export const embedded = (file: string): string => `<Fonts><Font ID="1" FontName="Subset"><FontFile>${file}</FontFile></Font></Fonts>`
export const glyphs = (list: string, position = 0, codes = 1): string =>
  `<CGTransform CodePosition="${position}" CodeCount="${codes}" GlyphCount="1"><Glyphs>${list}</Glyphs></CGTransform>`
export const red = fill("255 0 0")
export const media = (file: string): string =>
  `<MultiMedias><MultiMedia ID="7" Type="Image"><MediaFile>${file}</MediaFile></MultiMedia></MultiMedias>`
export const image = (boundary: string, attributes = ""): string => `<ImageObject Boundary="${boundary}" ResourceID="7" ${attributes}/>`
export const solid = (format: "png" | "jpeg" | "tiff", background: string): Promise<Buffer> =>
  sharp({ create: { width: 16, height: 16, channels: 3, background } })
    .toFormat(format)
    .toBuffer()

/** A 24-bit bitmap of one colour. */
export function bmp(): Buffer {
  const head = Buffer.alloc(54)
  head.write("BM")
  head.writeUInt32LE(54 + 16, 2)
  for (const [offset, value] of [
    [10, 54],
    [14, 40],
    [18, 2],
    [22, 2],
    [34, 16],
  ] as const)
    head.writeUInt32LE(value, offset)
  head.writeUInt16LE(1, 26)
  head.writeUInt16LE(24, 28)
  const row = Buffer.from([0, 128, 255, 0, 128, 255, 0, 0])
  return Buffer.concat([head, row, row])
}

/** A JBIG2 file of 16 by 16 black pixels: one generic region coded by MMR (ITU-T T.6). */
export function jbig2(): Buffer {
  // horizontal mode, white run of 0, black run of 16; then 15 lines equal to the one above
  const bits = `00100110101${"0000010111"}${"11".repeat(15)}${"000000000001".repeat(2)}`.padEnd(80, "0")
  const data = Buffer.from(bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2)))
  const region = Buffer.concat([regionInformation(16, 16), Buffer.from([1]), data])
  return jbig2File(pageInformation(0, 16, 16), segment(1, 38, region))
}

export const annotations = (annotation: string): Record<string, string> => ({
  "Doc_0/Annots/Annotations.xml": '<Annotations><Page PageID="1"><FileLoc>Page_1.xml</FileLoc></Page></Annotations>',
  "Doc_0/Annots/Page_1.xml": `<PageAnnot>${annotation}</PageAnnot>`,
})
export const withAnnotations = "<Annotations>Annots/Annotations.xml</Annotations>"
