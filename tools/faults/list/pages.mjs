import { declare } from "../fault.mjs"

/** What people see and press: components, page models, the reader. */
export const pageFaults = declare([
  {
    name: "search-history-unsaved",
    rule: "A search is remembered in the browser.",
    file: "components/library/search/search-box.tsx",
    find: "({ rememberSearch }) => rememberSearch(wd)",
    replace: "() => wd",
    tests: ["search-box.test.tsx"],
  },
  {
    name: "removal-without-yes",
    rule: "Favorites are removed only after a yes.",
    file: "components/community/favorite/me/my-favorites.tsx",
    find: 'agreed && (await act(ids, () => api("DELETE /favorite"',
    replace: '(await act(ids, () => api("DELETE /favorite"',
    tests: ["my-favorites.test.tsx"],
  },
  {
    name: "unpayable-sent",
    rule: "An order cannot be paid with too few credits.",
    file: "components/money/order/pay-box.tsx",
    find: 'disabled={chosen.refusal !== ""}',
    replace: "disabled={false}",
    tests: ["pay-box.test.tsx"],
  },
  {
    name: "rating-mislabelled",
    rule: "Each number of stars has its own words.",
    file: "components/library/document/talk/rating.tsx",
    find: 'scoreLabels[stars - 1] ?? ""',
    replace: 'scoreLabels[stars] ?? ""',
    tests: ["rating.test.tsx"],
  },
  {
    name: "wrong-page-drawn",
    rule: "The reader shows each page in its own place.",
    file: "components/library/reading/reader-rules.ts",
    find: "paths.page(source.uuid, n, source.ext, source.version)",
    replace: "paths.page(source.uuid, n + 1, source.ext, source.version)",
    tests: ["reader.test.tsx"],
  },
  {
    name: "failed-navigation-goes-on",
    rule: "The progress bar ends when a page cannot be loaded.",
    file: "components/providers/navigation-progress.tsx",
    find: "window.addEventListener(navigationFailed, bar.fail)",
    replace: "",
    tests: ["navigation-progress.test.tsx"],
  },
  {
    name: "pending-comment-counted",
    rule: "A comment in review is not counted.",
    file: "components/community/comment/comments.tsx",
    find: "if (unseen) return",
    replace: "",
    tests: ["comments.test.tsx"],
  },
  {
    name: "admin-page-unguarded",
    rule: "An admin page opens only to staff with its permission.",
    file: "lib/view/people/guards.ts",
    find: "return mayOpen(path, allowedPages) ? null : paths.admin",
    replace: "return null",
    tests: ["guards.test.ts"],
  },
])
