import { readdir } from "node:fs/promises"
import { join } from "node:path"

/** One face of a font file. `index` is its position in a collection (.ttc). */
export type FontFile = { path: string; index: number }

/** The Chinese fonts of this machine, for documents that do not embed their fonts. */
export type FontFiles = { sans: FontFile | null; serif: FontFile | null; kai?: FontFile | null; fangsong?: FontFile | null }

const folders = ["/usr/share/fonts", "/usr/local/share/fonts", "/System/Library/Fonts", "/Library/Fonts", "C:\\Windows\\Fonts"]

/** Best first. In Noto and Source Han collections face 2 is simplified Chinese. */
const fontPatterns: Record<keyof FontFiles, ReadonlyArray<[name: RegExp, index: number]>> = {
  sans: [
    [/^NotoSansCJK-Regular\.ttc$/i, 2],
    [/^SourceHanSans(-Regular)?\.ttc$/i, 2],
    [/^(NotoSans(CJK)?SC|SourceHanSans(SC|CN))-Regular\.(otf|ttf)$/i, 0],
    [/^wqy-(microhei|zenhei)\.ttc$/i, 0],
    [/^(msyh|STHeiti Light|PingFang|Hiragino Sans GB)\.ttc$/i, 0],
    [/^simhei\.ttf$/i, 0],
  ],
  serif: [
    [/^NotoSerifCJK-Regular\.ttc$/i, 2],
    [/^SourceHanSerif(-Regular)?\.ttc$/i, 2],
    [/^(NotoSerif(CJK)?SC|SourceHanSerif(SC|CN))-Regular\.(otf|ttf)$/i, 0],
    [/^(simsun|Songti)\.ttc$/i, 0],
    [/^uming\.ttc$/i, 0],
  ],
  kai: [
    [/^(ukai|Kaiti)\.ttc$/i, 0],
    [/^(simkai|STKaiti|gkai00mp|FandolKai-Regular)\.(ttf|otf)$/i, 0],
  ],
  fangsong: [[/^(simfang|STFangsong|FandolFang-Regular)\.(ttf|otf)$/i, 0]],
}

async function listFiles(folder: string, depth: number): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const nested = await Promise.all(
    entries.map(async (entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return depth > 0 ? await listFiles(path, depth - 1) : []
      return entry.isFile() || entry.isSymbolicLink() ? [path] : []
    }),
  )
  return nested.flat()
}

/** Searches the standard font folders, or the given ones. All fonts are null on a machine without Chinese fonts. */
export async function findFontFiles(places: readonly string[] = folders): Promise<FontFiles> {
  const files = (await Promise.all(places.map((folder) => listFiles(folder, 4)))).flat()
  const pick = (style: keyof FontFiles): FontFile | null => {
    for (const [name, index] of fontPatterns[style]) {
      const path = files.find((file) => name.test(file.split(/[\\/]/).at(-1) ?? ""))
      if (path) return { path, index }
    }
    return null
  }
  return { sans: pick("sans"), serif: pick("serif"), kai: pick("kai"), fangsong: pick("fangsong") }
}

/** Fonts with the same letter widths as Word's default fonts, or those fonts themselves. */
const westernFonts: ReadonlyArray<[name: string, file: RegExp]> = [
  ["Carlito", /^(Carlito-Regular|calibri)\.(ttf|otf)$/i],
  ["Caladea", /^(Caladea-Regular\.(ttf|otf)|cambria\.ttc)$/i],
  ["Liberation", /^(LiberationSans-Regular|arial)\.ttf$/i],
]

/** Returns which of these fonts the standard folders, or the given ones, contain. */
export async function findWesternFonts(places: readonly string[] = folders): Promise<{ available: string[]; missing: string[] }> {
  const names = (await Promise.all(places.map((folder) => listFiles(folder, 4)))).flat().map((file) => file.split(/[\\/]/).at(-1) ?? "")
  const has = ([, file]: (typeof westernFonts)[number]): boolean => names.some((name) => file.test(name))
  const namesOf = (isAvailable: boolean): string[] => westernFonts.filter((font) => has(font) === isAvailable).map(([name]) => name)
  return { available: namesOf(true), missing: namesOf(false) }
}
