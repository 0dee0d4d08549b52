import type { ConvertedPageLink } from "../converter.port"
import { flattenAnnotations, prepareAnnotations } from "./annotation-drawing"
import type { FileTraits } from "./file-traits"
import { FormFields } from "./form-fields"
import { removeHiddenLayers } from "./hidden-layers"
import { type Matrix, multiply } from "./matrix"
import { removeOutside } from "./outside-objects"
import type { LoadedPage } from "./page-canvas"
import { readLinks } from "./page-links"
import { readPageUnits } from "./page-units"
import type { Pdfium } from "./pdfium-module"
import { PictureCache } from "./picture-cache"

const DEVICE_SCALE = 1000

/** PDFium rejected a page or a document. `code` is the value of FPDF_GetLastError. */
export class PdfiumError extends Error {
  constructor(
    what: string,
    readonly code: number,
  ) {
    super(`pdfium: ${what} failed with code ${code}`)
    this.name = "PdfiumError"
  }
}

function loadPage({ api }: Pdfium, document: number, index: number): number {
  const page = api.FPDF_LoadPage(document, index)
  if (page === 0) throw new PdfiumError(`loading page ${index + 1}`, api.FPDF_GetLastError())
  return page
}

/** Returns the matrix from user space to page space in points. PDFium computes it, which handles /Rotate and CropBox. */
function pageMatrix({ api, memory }: Pdfium, page: number, width: number, height: number): Matrix {
  const [deviceWidth, deviceHeight] = [Math.round(width * DEVICE_SCALE), Math.round(height * DEVICE_SCALE)]
  const device = (x: number, y: number): [number, number] => {
    api.FPDF_PageToDevice(page, 0, 0, deviceWidth, deviceHeight, 0, x, y, memory.at(0), memory.at(4))
    return [memory.int(0) / DEVICE_SCALE, memory.int(4) / DEVICE_SCALE]
  }
  const [origin, right, up] = [device(0, 0), device(1000, 0), device(0, 1000)]
  const slope = (to: number, from: number): number => Math.round((to - from) * 10) / 1e4
  return [slope(right[0], origin[0]), slope(right[1], origin[1]), slope(up[0], origin[0]), slope(up[1], origin[1]), origin[0], origin[1]]
}

/** Returns width, height and matrix of a page in PDFium's units, which ignore /UserUnit. */
function geometryOf(pdfium: Pdfium, page: number): Pick<LoadedPage, "width" | "height" | "base"> {
  const width = Math.max(pdfium.api.FPDF_GetPageWidthF(page), 1)
  const height = Math.max(pdfium.api.FPDF_GetPageHeightF(page), 1)
  return { width, height, base: pageMatrix(pdfium, page, width, height) }
}

/** State that all pages of an open document share. Close it before the document. */
export class OpenedDocument {
  readonly pictures = new PictureCache()
  /** The links of pages whose annotations were flattened, because flattening removes links. */
  readonly links = new Map<number, ConvertedPageLink[]>()
  private readonly forms = new Map<number, FormFields>()
  private units: Map<number, number> | null = null

  constructor(
    private readonly pdfium: Pdfium,
    private readonly document: number,
    readonly traits: FileTraits,
  ) {}

  /** Returns the form fields of the document or of a copy of it. */
  formsOf(document: number): FormFields {
    const forms = this.forms.get(document) ?? new FormFields(this.pdfium, document)
    this.forms.set(document, forms)
    return forms
  }

  /** Returns the unit of page `index` (0-based) in points. */
  unitOf(index: number): number {
    if (!this.traits.scalesPages) return 1
    this.units ??= readPageUnits(this.pdfium, this.document)
    return this.units.get(this.pdfium.api.EPDFDoc_GetPageObjectNumberByIndex(this.document, index)) ?? 1
  }

  close(): void {
    for (const forms of this.forms.values()) forms.close()
  }
}

/** Loads page `index` (0-based) with its text and links. Throws PdfiumError. Close it with `closePage`. */
export function openPage(pdfium: Pdfium, document: number, index: number, opened: OpenedDocument): LoadedPage {
  const { api } = pdfium
  let page = loadPage(pdfium, document, index)
  const { traits, pictures } = opened
  const annotated = prepareAnnotations({ pdfium, page, ...geometryOf(pdfium, page) }, document, traits, () => opened.formsOf(document))
  const links = opened.links.get(index) ?? readLinks({ pdfium, document, page, ...geometryOf(pdfium, page) })
  if (annotated) {
    opened.links.set(index, links)
    flattenAnnotations(pdfium, page)
    api.FPDF_ClosePage(page)
    page = loadPage(pdfium, document, index)
  }
  const geometry = geometryOf(pdfium, page)
  if (traits.hidesLayers) removeHiddenLayers({ pdfium, page, ...geometry })
  removeOutside({ pdfium, page, ...geometry })
  const loaded = { pdfium, document, page, textPage: api.FPDFText_LoadPage(page), pictures, links, ...geometry }
  return traits.scalesPages ? scaled(loaded, opened.unitOf(index), opened) : loaded
}

/** Returns the page in its true size. */
function scaled(loaded: LoadedPage, unit: number, opened: OpenedDocument): LoadedPage {
  const { width, height, base } = loaded
  const links = loaded.links.map((link) => ({
    ...link,
    x: link.x * unit,
    y: link.y * unit,
    width: link.width * unit,
    height: link.height * unit,
    down: link.to > 0 ? link.down * opened.unitOf(link.to - 1) : 0,
  }))
  return { ...loaded, width: width * unit, height: height * unit, base: multiply(base, [unit, 0, 0, unit, 0, 0]), links }
}

export function closePage({ pdfium, page, textPage }: LoadedPage): void {
  pdfium.api.FPDFText_ClosePage(textPage)
  pdfium.api.FPDF_ClosePage(page)
}
