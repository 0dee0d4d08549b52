import type { ConversionEvent, PageTextRun, Turn } from "../converter.port"
import type { DocumentSession } from "../document-session"
import type { PageSize } from "../svg"

/** After this many consecutive failures the program counts as broken. */
const MAX_FAILURES = 2

export type Recognized = { text: string; textLayer: readonly PageTextRun[] }

export type ScannedPageReader = {
  /** Reads one picture of a page of this size in points; returns null on failure. Throws the stop signal's reason. */
  read(png: Buffer, size: PageSize): Promise<Recognized | null>
  /** True if no time is left for another page. */
  exhausted(): boolean
  end(): void
}

export type ScannedPage = { page: number } & PageSize

type RecognitionInput = {
  session: DocumentSession
  reader: ScannedPageReader
  turn: Turn
  scans: readonly ScannedPage[]
  /** Cuts the text to what the search index still accepts. */
  take(text: string): string
}

/** Yields the texts of scanned pages in page order. Pages without letters are left out. */
export async function* recognizedPages({ session, reader, turn, scans, take }: RecognitionInput): AsyncGenerator<ConversionEvent> {
  let failures = 0
  for (const scan of scans.toSorted((a, b) => a.page - b.page)) {
    await turn.next()
    if (reader.exhausted()) {
      yield { type: "warning", message: `时间不够，从第 ${scan.page} 页起没有识别文字`, staffOnly: true }
      return
    }
    const png = await session.readingPicture(scan.page)
    const recognized = png && (await reader.read(png, scan))
    failures = recognized ? 0 : failures + 1
    if (failures >= MAX_FAILURES) {
      yield { type: "warning", message: `从第 ${scan.page - MAX_FAILURES + 1} 页起没有识别出文字`, staffOnly: true }
      return
    }
    if (recognized && recognized.textLayer.length > 0)
      yield { type: "recognized", page: scan.page, textLayer: recognized.textLayer, text: take(recognized.text) }
  }
}
