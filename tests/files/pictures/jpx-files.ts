import { execFile } from "node:child_process"
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"

/** Samples of a picture that opj_compress reads: the extension decides the format. */
export type JpxSource = { ext: "ppm" | "pgm" | "png" | "raw"; content: Buffer }

/** Encodes a picture as JPEG 2000 with OpenJPEG: a JP2 file, or its bare code stream (`j2k`). */
export async function makeJpx(
  { ext, content }: JpxSource,
  options: readonly string[] = [],
  format: "jp2" | "j2k" = "jp2",
): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), "jpx-"))
  try {
    const [source, target] = [join(folder, `a.${ext}`), join(folder, `b.${format}`)]
    await writeFile(source, content)
    await promisify(execFile)("opj_compress", ["-i", source, "-o", target, ...options])
    return await readFile(target)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const big16 = (value: number): Buffer => Buffer.from([value >> 8, value & 255])
const big32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
const box = (type: string, ...parts: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(parts)
  return Buffer.concat([big32(body.length + 8), Buffer.from(type), body])
}

/** Wraps a code stream of one component in a JP2 file (ITU-T T.800, annex I), whose samples are numbers of colours. */
export function withPalette(codeStream: Buffer, width: number, height: number, palette: ReadonlyArray<readonly number[]>): Buffer {
  const [oneComponent, eightBits, wavelets] = [big16(1), 7, 7]
  const header = box("ihdr", big32(height), big32(width), oneComponent, Buffer.from([eightBits, wavelets, 0, 0]))
  const sRgb = box("colr", Buffer.from([1, 0, 0]), big32(16))
  const colours = box("pclr", big16(palette.length), Buffer.from([3, eightBits, eightBits, eightBits, ...palette.flat()]))
  const mapping = box("cmap", ...[0, 1, 2].map((column) => Buffer.from([0, 0, 1, column])))
  return Buffer.concat([
    box("jP  ", Buffer.from("0d0a870a", "hex")),
    box("ftyp", Buffer.from("jp2 "), big32(0), Buffer.from("jp2 ")),
    box("jp2h", header, sRgb, colours, mapping),
    box("jp2c", codeStream),
  ])
}
