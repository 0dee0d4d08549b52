import type { ConversionReason } from "@/server/ports/converter/converter.port"
import type { ConversionRun } from "@/server/ports/converter/testing/conversion.fixture"

/** One generated file that people really upload, and what its readers and its uploader must see. */
export type Specimen = {
  /** The file name, unique in its list. The extension decides how it is opened. */
  name: string
  /** The feature of the file, in one line: part of the test's title. */
  about: string
  make: () => Buffer | Promise<Buffer>
  /** The PDF of another program that the pages must look like, as PDFium draws it. */
  reference?: () => Promise<Buffer>
  expected: Refusal | Conversion
}

type Refusal = {
  refusal: ConversionReason
  /** The check at upload refuses the file: no program is started for it. */
  atUpload?: true
}

type Conversion = {
  pages?: number
  /** Words that the search text contains, in reading order, white space ignored. */
  words?: string[]
  /** Words that stand nowhere: not in the search text, the text layer, the rows of a sheet or the SVG. */
  absentWords?: string[]
  /** Exact warnings for the uploader, in any order. */
  warnings?: string[]
  /** Whatever else must hold, checked on the whole result. */
  check?: (run: ConversionRun) => void | Promise<void>
}

export const isRefusal = (expected: Specimen["expected"]): expected is Refusal => "refusal" in expected
