import { declare } from "../fault.mjs"

/** Documents, downloads, and HTML written by users. */
export const contentFaults = declare([
  {
    name: "hidden-document-visible",
    rule: "A document in review is shown to its owner and staff only.",
    file: "lib/rules/library/document-visibility.ts",
    find: "!isHidden(status) && (visibility",
    replace: "(visibility",
    tests: ["tests/api/**/document.test.ts"],
  },
  {
    name: "preview-ignored",
    rule: "Pages beyond the preview are neither shown nor searched.",
    file: "server/modules/library/document/document.policy.ts",
    find: "row.preview > 0 ? Math.min(row.preview, row.pages) : row.pages",
    replace: "row.pages",
    tests: ["*inside.test.ts"],
  },
  {
    name: "daily-downloads-off-by-one",
    rule: "An account downloads only so many times a day.",
    file: "server/modules/library/document/download-allowance.policy.ts",
    find: "byPerson >= times_every_day",
    replace: "byPerson > times_every_day",
    tests: ["tests/api/**/document.test.ts"],
  },
  {
    name: "any-picture-allowed",
    rule: "The HTML sanitiser keeps pictures of the site only from its uploads.",
    file: "server/ports/sanitizer/allowed-html.ts",
    find: "\\/uploads\\/[\\w/.-]+$)/i",
    replace: "\\/[\\w/.-]+$)/i",
    tests: ["sanitizer.test.ts"],
  },
])
