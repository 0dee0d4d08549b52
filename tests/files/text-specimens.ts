import type { Specimen } from "./specimen"

/** Plain text, code, Markdown and HTML. */
export const textSpecimens: readonly Specimen[] = [
  {
    name: "notes.txt",
    about: "UTF-8 with Chinese",
    make: () => Buffer.from("第一行\n第二行"),
    expected: { pages: 1, words: ["第一行", "第二行"] },
  },
  { name: "blank.txt", about: "nothing at all", make: () => Buffer.alloc(0), expected: { refusal: "empty" } },
]
