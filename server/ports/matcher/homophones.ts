import { hanOf } from "./normal-text"

/** Sounds are symbols of the private use area, which `normalText` drops from texts. */
export const firstSound = 0xe000

/**
 * Maps each character of the basic plane to the symbol of its most common reading without the tone. A character always has the same reading
 * here, in words and in texts.
 */
export const readSounds = async (): Promise<Uint16Array> => {
  const { pinyin } = await import("pinyin-pro")
  const sounds = new Uint16Array(new SharedArrayBuffer(0x20000))
  const symbols = new Map<string, number>()
  for (let unit = 0x3400; unit < 0xa000; unit++) {
    const han = hanOf(unit)
    const reading = han && pinyin(han, { toneType: "none" })
    if (!reading || reading === han) continue
    if (!symbols.has(reading)) symbols.set(reading, firstSound + symbols.size)
    sounds[unit] = symbols.get(reading)!
  }
  return sounds
}
