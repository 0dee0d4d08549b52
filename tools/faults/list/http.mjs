import { declare } from "../fault.mjs"

/** The page cache and the processing around a request. */
export const httpFaults = declare([
  {
    name: "policy-without-base",
    rule: "The content security policy forbids <base>.",
    file: "server/pages/content-policy.ts",
    find: `"base-uri 'none'",`,
    replace: "",
    tests: ["content-policy.test.ts"],
  },
  {
    name: "cache-key-without-fee",
    rule: "Every known query parameter is part of the key of the page cache.",
    file: "server/pages/public-pages.ts",
    find: "fee_type: word,",
    replace: "",
    tests: ["public-pages.test.ts"],
  },
  {
    name: "failed-page-cached",
    rule: "The page cache does not store pages of a failing back end.",
    file: "server/pages/page-cache-revalidate.ts",
    find: "entry.page.status < 500 && !entry.incomplete",
    replace: "entry.page.status < 600",
    earlier: { find: "entry.page.status < 500 && !entry.ill", replace: "entry.page.status < 600" },
    tests: ["server/**/page-cache.test.ts"],
  },
  {
    name: "forwarded-address-believed",
    rule: "The address in x-forwarded-for is believed only if a trusted proxy sends it.",
    file: "server/wire/client-address.ts",
    find: "if (!isProxy(peer)) {",
    replace: 'if (!isProxy(peer) && !req.headers["x-forwarded-for"]) {',
    tests: ["client-address.test.ts"],
  },
])
