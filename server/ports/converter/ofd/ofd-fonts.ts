import { EmbeddedFont } from "./embedded-font"
import type { FontResource, Resources } from "./resources"

const MAX_CACHED_BYTES = 80e6

/** The embedded fonts of a file, opened once each. */
export class OfdFonts {
  private readonly fonts = new Map<string, EmbeddedFont | "damaged">()
  private bytes = 0
  private opened = 0

  /** Returns a font; null if it is not embedded, "damaged" if its file cannot be read. */
  async open({ file }: FontResource, { archive }: Resources): Promise<EmbeddedFont | null | "damaged"> {
    if (file === "") return null
    const key = `${archive.number} ${file}`
    const existing = this.fonts.get(key)
    if (existing) return existing
    const bytes = await archive.bytes(file).catch(() => null)
    this.opened += 1
    let font: EmbeddedFont | "damaged" = "damaged"
    try {
      if (bytes) font = EmbeddedFont.open(bytes, this.opened)
    } catch {
      // the reader's fonts replace it
    }
    this.bytes += bytes?.length ?? 0
    // rather read again than hold hundreds of fonts
    if (this.bytes > MAX_CACHED_BYTES) {
      this.fonts.clear()
      this.bytes = bytes?.length ?? 0
    }
    this.fonts.set(key, font)
    return font
  }
}
