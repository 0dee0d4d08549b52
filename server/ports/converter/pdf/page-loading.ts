import type { LoadedPage } from "./page-canvas"
import { readLinks } from "./page-links"
import type { ConvertedPageLink } from "../converter.port"
import type { Pdfium } from "./pdfium-module"
import type { PictureCache } from "./picture-cache"
import type { Matrix } from "./matrix"

const ANNOTATION_LINK = 2
const ANNOTATION_POPUP = 16
const ANNOTATIONS_LOOKED_AT = 500
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

function hasVisibleAnnotations({ api }: Pdfium, page: number): boolean {
  const count = Math.min(api.FPDFPage_GetAnnotCount(page), ANNOTATIONS_LOOKED_AT)
  for (let index = 0; index < count; index += 1) {
    const annotation = api.FPDFPage_GetAnnot(page, index)
    if (annotation === 0) continue
    const subtype = api.FPDFAnnot_GetSubtype(annotation)
    api.FPDFPage_CloseAnnot(annotation)
    if (subtype !== 0 && subtype !== ANNOTATION_LINK && subtype !== ANNOTATION_POPUP) return true
  }
  return false
}

/** Draws annotations (stamps, form fields, notes) into the page itself, so that the object walk includes them. */
function flattenAnnotations({ api, memory }: Pdfium, page: number): void {
  const at = (offset: number): number => memory.at(offset)
  // Flattening writes a default Letter MediaBox if the page only inherits one, so set one on the page first.
  if (!api.FPDFPage_GetMediaBox(page, at(0), at(4), at(8), at(12))) {
    api.FPDF_GetPageBoundingBox(page, at(0))
    const [left, top, right, bottom] = [memory.float(0), memory.float(4), memory.float(8), memory.float(12)]
    api.FPDFPage_SetMediaBox(page, left, bottom, right, top)
  }
  api.FPDFPage_Flatten(page, 0)
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

/** Returns width, height and matrix of a page. */
function geometryOf(pdfium: Pdfium, page: number): Pick<LoadedPage, "width" | "height" | "base"> {
  const width = Math.max(pdfium.api.FPDF_GetPageWidthF(page), 1)
  const height = Math.max(pdfium.api.FPDF_GetPageHeightF(page), 1)
  return { width, height, base: pageMatrix(pdfium, page, width, height) }
}

/**
 * State that all pages of an open document share. `links`: the links of pages whose annotations were flattened, because flattening removes
 * links.
 */
export type OpenedDocument = { pictures: PictureCache; links: Map<number, ConvertedPageLink[]> }

/** Loads page `index` (0-based) with its text and links. Throws PdfiumError. Close it with `closePage`. */
export function openPage(pdfium: Pdfium, document: number, index: number, { pictures, links: linkCache }: OpenedDocument): LoadedPage {
  const { api } = pdfium
  let page = loadPage(pdfium, document, index)
  const links = linkCache.get(index) ?? readLinks({ pdfium, document, page, ...geometryOf(pdfium, page) })
  if (hasVisibleAnnotations(pdfium, page)) {
    linkCache.set(index, links)
    flattenAnnotations(pdfium, page)
    api.FPDF_ClosePage(page)
    page = loadPage(pdfium, document, index)
  }
  return { pdfium, document, page, textPage: api.FPDFText_LoadPage(page), pictures, links, ...geometryOf(pdfium, page) }
}

export function closePage({ pdfium, page, textPage }: LoadedPage): void {
  pdfium.api.FPDFText_ClosePage(textPage)
  pdfium.api.FPDF_ClosePage(page)
}
