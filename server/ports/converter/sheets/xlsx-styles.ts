import type { WorkbookStyle } from "./sheet-book"
import { colourOf, officeTheme } from "./xlsx-colours"
import { patternOf } from "./number-format"
import type { Attributes, XmlEvents } from "./xml-events"

/** A cell's look and its number pattern. */
export type CellFormat = { style: WorkbookStyle; pattern: string }

const MAX_FORMATS = 65_000
const on = (value: string | undefined): boolean => value === undefined || value === "1" || value === "true"

/** Reads the ten colours of a theme part, in the order of `theme` numbers. */
export class ThemeReader implements XmlEvents {
  private readonly found = new Map<string, string>()
  private slot = ""

  open(name: string, attributes: Attributes): void {
    if (/^(dk|lt)[12]$|^accent[1-6]$/.test(name)) this.slot = name
    const colour = name === "srgbClr" ? attributes["val"] : name === "sysClr" ? attributes["lastClr"] : undefined
    if (this.slot && colour && /^[\da-f]{6}$/i.test(colour)) this.found.set(this.slot, colour)
  }

  close(name: string): void {
    if (name === this.slot) this.slot = ""
  }

  get colours(): string[] {
    const names = ["lt1", "dk1", "lt2", "dk2", "accent1", "accent2", "accent3", "accent4", "accent5", "accent6"]
    return names.map((name, index) => this.found.get(name) ?? officeTheme[index] ?? "000000")
  }
}

const aligned: Record<string, WorkbookStyle["align"]> = { left: "left", center: "center", centerContinuous: "center", right: "right" }
const placed: Record<string, WorkbookStyle["valign"]> = { top: "top", center: "middle", bottom: "bottom" }

/** Reads the styles part, which resolves the style numbers of cells. */
export class StylesReader implements XmlEvents {
  readonly formats: CellFormat[] = []
  private readonly patterns = new Map<number, string>()
  private readonly fonts: WorkbookStyle[] = []
  private readonly fills: (string | undefined)[] = []
  private group = ""
  private font: WorkbookStyle | null = null
  private solid = false

  constructor(private readonly theme: readonly string[]) {}

  open(name: string, attributes: Attributes): void {
    if (name === "fonts" || name === "fills" || name === "cellXfs") this.group = name
    else if (name === "numFmt") this.patterns.set(Number(attributes["numFmtId"]), attributes["formatCode"] ?? "General")
    else if (this.group === "fonts") this.inFont(name, attributes)
    else if (this.group === "fills") this.inFill(name, attributes)
    else if (this.group === "cellXfs") this.inFormat(name, attributes)
  }

  close(name: string): void {
    if (name === this.group) this.group = ""
    if (name === "font" && this.font) {
      this.fonts.push(this.font)
      this.font = null
    }
  }

  private inFont(name: string, attributes: Attributes): void {
    if (name === "font") this.font = {}
    const { font } = this
    if (!font) return
    if (name === "b" && on(attributes["val"])) font.bold = true
    else if (name === "i" && on(attributes["val"])) font.italic = true
    else if (name === "strike" && on(attributes["val"])) font.strike = true
    else if (name === "u" && attributes["val"] !== "none") font.underline = true
    else if (name === "color") {
      const color = colourOf(attributes, this.theme)
      // plain black is left to the site's theme
      if (color && color !== "#000000") font.color = color
    }
  }

  private inFill(name: string, attributes: Attributes): void {
    if (name === "fill") {
      this.fills.push(undefined)
      this.solid = false
    } else if (name === "patternFill") this.solid = attributes["patternType"] === "solid"
    else if (name === "fgColor" && this.solid && this.fills.length > 0) {
      const color = colourOf(attributes, this.theme)
      this.fills[this.fills.length - 1] = color === "#ffffff" ? undefined : color
    }
  }

  private inFormat(name: string, attributes: Attributes): void {
    if (name === "xf" && this.formats.length < MAX_FORMATS) {
      const style: WorkbookStyle = { ...this.fonts[Number(attributes["fontId"] ?? 0)] }
      const fill = this.fills[Number(attributes["fillId"] ?? 0)]
      if (fill) style.fill = fill
      this.formats.push({ style, pattern: patternOf(Number(attributes["numFmtId"] ?? 0), this.patterns) })
    } else if (name === "alignment") {
      const style = this.formats.at(-1)?.style
      if (!style) return
      const [align, valign] = [aligned[attributes["horizontal"] ?? ""], placed[attributes["vertical"] ?? ""]]
      if (align) style.align = align
      if (valign) style.valign = valign
      if (attributes["wrapText"] && on(attributes["wrapText"])) style.wrap = true
    }
  }
}
