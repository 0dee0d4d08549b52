import { expect, it } from "vitest"
import { isTest, sources } from "./source"

/*
 * One wall (docs/decisions/473): these files know that the server behind the site may lack a call, or a field of one. Everything else names
 * the calls that it makes, renders what came, or reads a setting.
 */
const wall = [
  // the answer of GET /settings, for pages and islands
  "lib/contract/site/site.ts",
  "lib/view/site/site-settings.ts",
  "components/providers/settings.tsx",
  // what the list in it means
  "lib/view/capabilities.ts",
  // calls and streams
  "lib/api/absent.ts",
  "lib/api/client.ts",
  "lib/api/progress.ts",
  "lib/upload/send.ts",
  "lib/upload/instant-upload.ts",
  // pages, links, menus
  "lib/api/page-error.ts",
  "lib/view/offered-pages.ts",
  "lib/view/admin-menu.ts",
  "components/admin/shell/admin-shell.tsx",
  "components/admin/shell/use-setting-entries.ts",
  "middleware.ts",
  // controls, forms and the declarations of /admin
  "components/ui/with-call.tsx",
  "components/admin/crud/offered.ts",
  // the page that documents the calls of this site
  "lib/view/operations/api-docs.ts",
  "app/(site)/api-docs/[[...chapter]]/page.tsx",
  // servers without prices take the credits with the download (docs/decisions/067)
  "components/library/document/download/download-document.ts",
  "components/library/document/download/vip-download.ts",
]
/** They read a feature of the settings, as any other switch of the site. */
const switches = [
  "app/(account)/login/page.tsx",
  "app/(site)/category/[[...id]]/page.tsx",
  "app/(site)/document/[[...id]]/page.tsx",
  "app/(site)/search/page.tsx",
  "app/me/favorite/page.tsx",
  "app/me/vip/page.tsx",
  "components/library/reading/store/reader-rules.ts",
  "components/site/site/read-catalog.ts",
  "lib/view/people/mail.ts",
]

/** How a file asks what the server has, or says what it needs of it. */
const questions = [/\b(?:absent|isAbsent|isNotOffered|ServerCapability)\b/, /\boffers\(/, /\bneeds ?[:=] ?"(?:GET|POST|PUT|DELETE) \//]
const isFront = (path: string) => /^(?:app|components|lib|stores)\/|^middleware\.ts$/.test(path)
const withoutComments = (text: string) => text.replaceAll(/\/\*[^]*?\*\/|\/\/ .*/g, "")
const front = sources.filter(({ path }) => isFront(path) && !isTest(path)).map(({ path, text }) => ({ path, text: withoutComments(text) }))
const having = (...patterns: RegExp[]) =>
  front
    .filter(({ text }) => patterns.some((pattern) => pattern.test(text)))
    .map(({ path }) => path)
    .toSorted()

it("few files know that servers differ", () => {
  expect(having(...questions)).toEqual(wall.toSorted())
  expect(wall.length).toBeLessThanOrEqual(25)
})
it("few read whether the site has a feature", () => {
  expect(having(/\bfeatures\.\w|\bfeatures\b.*\} = settings|, features \}: Settings/)).toEqual(switches.toSorted())
})
