import { runStyles } from "../text-runs"
import { readableFontName } from "./byte-font-names"
import type { Pdfium } from "./pdfium-module"

const FIXED_PITCH = 1
const FORCE_BOLD = 0x40000
/** Letters are filled and stroked, which is how programs embolden a font without a bold variant. */
const FILL_AND_STROKE = 2
const MAX_NAME = 200

/** Names of bold fonts: those of TeX, the usual ones, and 黑体, in which Chinese headings are set. */
const boldName = /bold|black|heavy|demi|-medi\b|simhei|stheiti|fandolhei|fzhei|黑|cmb|sfbx|ptmb|ecbx|lmroman\d+-bold/i
const monoName = /mono|nimbusmon|courier|consol|menlo|typewriter|cmtt|sftt|ectt|-tt\d|inconsolata|lucidacons/i

/** Names of Chinese text fonts, and of proportional ones: some declare a fixed pitch because their characters are squares. */
const chineseName =
  /cjk|song|sun|hei|kai|ming|fang|yuan|\bli(su|shu)|simli|deng|pingfang|gothic|mincho|batang|gulim|arphic|wqy|wenquan|lxgw|fandol|^(?:[A-Z]{6}\+)?(?:fz|hy|st|dfp?|ms)[a-z]|sans|serif|[宋黑楷仿隶圆明雅等线体細细]|方正|华文|汉仪|思源|苹方|魏碑/i

/* The weight that a font declares is the width of its stems, which is not conclusive: regular fonts declare up to 744. */

/** The weight and pitch of the letters on a page, looked up once per font and text object. */
export class FontStyles {
  private readonly byFont = new Map<number, number>()
  private readonly byObject = new Map<number, number>()

  constructor(
    private readonly pdfium: Pdfium,
    private readonly textPage: number,
  ) {}

  /** Returns the style of a character as `runStyles` flags; 0 if unknown. */
  of(index: number): number {
    const { api } = this.pdfium
    const object = api.FPDFText_GetTextObject(this.textPage, index)
    if (object === 0) return 0
    let style = this.byObject.get(object)
    if (style === undefined) {
      const font = api.FPDFTextObj_GetFont(object)
      const stroked = api.FPDFTextObj_GetTextRenderMode(object) === FILL_AND_STROKE
      style = (font === 0 ? 0 : this.ofFont(font)) | (stroked ? runStyles.bold : 0)
      this.byObject.set(object, style)
    }
    return style
  }

  private ofFont(font: number): number {
    let style = this.byFont.get(font)
    if (style === undefined) {
      const { api } = this.pdfium
      const [name, flags] = [this.nameOf(font), api.FPDFFont_GetFlags(font)]
      const bold = boldName.test(name) || (flags & FORCE_BOLD) !== 0
      const mono = monoName.test(name) || (flags > 0 && (flags & FIXED_PITCH) !== 0 && !chineseName.test(name))
      style = (bold ? runStyles.bold : 0) | (mono ? runStyles.mono : 0)
      this.byFont.set(font, style)
    }
    return style
  }

  private nameOf(font: number): string {
    const { api, memory } = this.pdfium
    const bytes = api.FPDFFont_GetBaseFontName(font, 0, 0)
    if (bytes <= 1 || bytes > MAX_NAME) return ""
    const pointer = memory.alloc(bytes)
    try {
      api.FPDFFont_GetBaseFontName(font, pointer, bytes)
      return readableFontName(Buffer.from(memory.bytesOf(pointer)))
    } finally {
      memory.free(pointer)
    }
  }
}
