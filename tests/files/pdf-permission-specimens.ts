import { expect } from "vitest"
import { makePdf, textPage } from "@/server/ports/converter/testing/pdf.fixture"
import type { Specimen } from "./specimen"

/** All permissions, and all but bit 5, which permits copying. */
const EVERYTHING = -4
const NO_COPYING = EVERYTHING & ~0x10

const specimen = (name: string, about: string, options: Parameters<typeof makePdf>[1], noCopy?: true): Specimen => ({
  name,
  about,
  make: () => makePdf([textPage("Searchable words")], options),
  expected: {
    words: ["Searchable words"],
    warnings: [],
    check: ({ events }) => expect(events[0]).toEqual({ type: "opened", pages: 1, engine: "pdfium", ...(noCopy && { noCopy }) }),
  },
})

/** PDF files whose author permits or forbids copying. Their text is searched in any case. */
export const pdfPermissionSpecimens: readonly Specimen[] = [
  specimen("no-copying.pdf", "an owner's password that forbids copying", { encrypt: "owner", permissions: NO_COPYING }, true),
  specimen("copying.pdf", "an owner's password that permits everything", { encrypt: "owner", permissions: EVERYTHING }),
  specimen("no-printing.pdf", "an owner's password that forbids only printing", { encrypt: "owner", permissions: EVERYTHING & ~0x4 }),
  specimen("no-password.pdf", "no password at all", {}),
]
