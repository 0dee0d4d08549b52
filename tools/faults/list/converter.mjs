import { declare } from "../fault.mjs"

/** The converter and the search index. */
export const converterFaults = declare([
  {
    name: "script-link-in-page",
    rule: "A link in a document leads to the web or to a mail address, never to a script.",
    file: "server/ports/converter/page-links.ts",
    find: "/^(?:https?:\\/\\/|mailto:)/i",
    replace: "/^(?:https?:\\/\\/|mailto:|javascript:)/i",
    tests: ["page-links.test.ts"],
  },
  {
    name: "bomb-accepted",
    rule: "A compressed file that unpacks to a multiple of its size is refused.",
    file: "server/ports/converter/inspect/zip-inspection.ts",
    find: "size > compressedSize * MAX_RATIO",
    replace: "size > compressedSize * 1e9",
    tests: ["file-inspection.test.ts"],
  },
  {
    name: "traditional-unfolded",
    rule: "A search in simplified characters finds texts in traditional ones.",
    file: "server/ports/search/fold.ts",
    find: 'simplified(text.normalize("NFKC").toLowerCase())',
    replace: 'text.normalize("NFKC").toLowerCase()',
    tests: ["server/**/search.test.ts"],
  },
  {
    name: "index-beyond-preview",
    rule: "The search index holds only the pages that everybody may read.",
    file: "server/modules/library/search/entry.repository.ts",
    find: "between(pageTable.page, 1, last)",
    replace: "gte(pageTable.page, 1)",
    tests: ["tests/**/search.test.ts"],
  },
])
