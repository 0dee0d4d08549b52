import type { ConvertedPageLink } from "../converter.port"
import { LinkCollector } from "../page-links"
import { mapBox } from "./matrix"
import type { LoadedPage } from "./page-canvas"
import type { Pdfium } from "./pdfium-module"

const ACTION_GO_TO = 1
const ACTION_URI = 3
/** Maximum number of annotations to read: a page may declare any number. */
const LOOKED_AT = 2000
const MAX_URI_BYTES = 2049

type Destination = { to: number; down: number }
const nowhere: Destination = { to: 0, down: 0 }

/** Returns how far below the top of its page a destination lies, in points. The page is assumed to be upright. */
function downOf({ api, memory }: Pdfium, document: number, destination: number, index: number): number {
  const at = (offset: number): number => memory.at(offset)
  const hasLocation = api.FPDFDest_GetLocationInPage(destination, at(0), at(4), at(8), at(12), at(16), at(20))
  if (!hasLocation || memory.int(4) === 0) return 0
  const y = memory.float(16)
  if (!api.FPDF_GetPageSizeByIndexF(document, index, at(24))) return 0
  const height = memory.float(28)
  return y > 0 && y < height ? height - y : 0
}

function destinationOf(pdfium: Pdfium, document: number, destination: number): Destination {
  const index = pdfium.api.FPDFDest_GetDestPageIndex(document, destination)
  return index < 0 ? nowhere : { to: index + 1, down: downOf(pdfium, document, destination, index) }
}

function uriOf({ api, memory }: Pdfium, document: number, action: number): string {
  const bytes = api.FPDFAction_GetURIPath(document, action, 0, 0)
  if (bytes <= 1 || bytes > MAX_URI_BYTES) return ""
  const pointer = memory.alloc(bytes)
  try {
    api.FPDFAction_GetURIPath(document, action, pointer, bytes)
    return memory.string(pointer)
  } finally {
    memory.free(pointer)
  }
}

/** Returns the target of a link. Only pages of the document and addresses are allowed, never files, programs or scripts. */
function targetOf(pdfium: Pdfium, document: number, link: number): Destination & { url: string } {
  const { api } = pdfium
  const action = api.FPDFLink_GetAction(link)
  const type = action === 0 ? ACTION_GO_TO : api.FPDFAction_GetType(action)
  if (type === ACTION_URI) return { ...nowhere, url: uriOf(pdfium, document, action) }
  // a destination in another file also has a page number
  const destination = type === ACTION_GO_TO ? api.FPDFLink_GetDest(document, link) : 0
  return { ...(destination === 0 ? nowhere : destinationOf(pdfium, document, destination)), url: "" }
}

/** Returns the link annotations of a page in their order. */
export function readLinks({
  pdfium,
  document,
  page,
  width,
  height,
  base,
}: Pick<LoadedPage, "pdfium" | "document" | "page" | "width" | "height" | "base">): ConvertedPageLink[] {
  const { api, memory } = pdfium
  const collector = new LinkCollector(width, height, api.FPDF_GetPageCount(document))
  const [position, linkAddress] = [memory.at(32), memory.at(36)]
  memory.writeInts(position, [0, 0])
  for (let count = 0; count < LOOKED_AT && !collector.full; count += 1) {
    if (!api.FPDFLink_Enumerate(page, position, linkAddress)) break
    const link = memory.int(36)
    if (link === 0 || !api.FPDFLink_GetAnnotRect(link, memory.at(40))) continue
    // FS_RECTF: left, top, right, bottom, in user space
    const [left, top, right, bottom] = [memory.float(40), memory.float(44), memory.float(48), memory.float(52)]
    const box = mapBox(base, { left, top, right, bottom })
    const { to, down, url } = targetOf(pdfium, document, link)
    // in page space y grows downwards: the lower bound is the upper edge
    collector.add([box.left, box.bottom, box.right, box.top], to, down, url)
  }
  return collector.links
}
