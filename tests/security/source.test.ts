import { expect, test } from "vitest"
import { faultsOfBan } from "../architecture/linting"
import { siteSources, matchesIn, server, weakDigests } from "./matches"

test("the rules read the files of the server", () => expect(server.length).toBeGreaterThan(300))

test("no text is executed as code [security: 1.3.2]", async () => {
  expect(await faultsOfBan("Function constructor")).toEqual([])
  expect(await faultsOfBan("code from text")).toEqual([])
  expect(matchesIn(siteSources, /set(Timeout|Interval)\(\s*["'`]|runIn\w*Context\((?!"gc"\))/)).toEqual([])
})

test("programs are started with an argument list and no shell [security: 1.2.5]", async () => {
  expect(await faultsOfBan("shell commands")).toEqual([])
  expect(matchesIn(server, /shell:\s*true/)).toEqual([])
})

test("regular expressions are built only in the listed files, from our own words: none of a person runs on the main thread [security: 1.2.9]", () => {
  const ownWords = [
    "server/modules/site/settings/mail-delivery.usecases.ts", // an escaped address
    "server/programs/upgrade/migration-effects.ts",
    "server/ports/structure/markers.ts",
    "server/pages/routes-manifest.ts",
    "lib/rules/site/crawlers.ts",
  ]
  // the converter reads files in a sandboxed child with a time limit
  const mainThread = siteSources.filter(({ path }) => /^(server|lib)\//.test(path) && !path.startsWith("server/ports/converter/"))
  expect(matchesIn(mainThread, /\bRegExp\(/, ownWords)).toEqual([])
})

test("SQL uses parameters: no text is inserted unescaped [security: 1.2.4]", async () => {
  expect(await faultsOfBan("raw SQL")).toEqual([])
  // names that we define: a channel, the database of the embedded server, the numbered tables of the search index
  const search = ["postgres/settling.ts", "postgres/writing.ts", "postgres.search.ts"].map((file) => `server/ports/search/${file}`)
  // the tables, columns and constraints of our own schema, as PostgreSQL lists them
  const named = ["server/db/events.ts", "server/db/embedded.ts", "server/modules/operations/backup/tables.repository.ts", ...search]
  expect(matchesIn(server, /\.query\(\s*`[^`]*\$\{/, named)).toEqual([])
})

test("random values come from node:crypto: lint rejects Math.random on the server, called or passed on [security: 11.5.1, crypto-lint]", async () => {
  expect(await faultsOfBan("Math.random")).toEqual([])
  // no other name for Math, by which its functions could be reached
  expect(matchesIn(server, /(?<![\w.]|LibreOffice )Math\b(?![.\w])/)).toEqual([])
})

test("MD5 and SHA-1 only name contents for clients, or where a provider requires them; the only cipher is AES-GCM [security: 11.3.1, 11.3.2, 11.4.1, 11.4.3, crypto-lint]", () => {
  expect(matchesIn(server, /createHash\(\s*"(md5|sha1|md4|ripemd\w*)"|createHmac\(\s*"(md5|sha1)"/, weakDigests)).toEqual([])
  // these only read workbooks that Excel encrypted with a public password: they protect nothing
  const readers = ["server/ports/converter/office/default-password.ts", "server/ports/converter/office/rc4.ts"]
  expect(matchesIn(siteSources, /createCipheriv\(\s*"(?!aes-256-gcm")|createCipher\(|\bdes-|\brc4\b/i, readers)).toEqual([])
})

test("certificates of other servers are always verified [security: 12.3.2]", () => {
  expect(matchesIn(siteSources, /rejectUnauthorized:\s*false|NODE_TLS_REJECT_UNAUTHORIZED/)).toEqual([])
})

test("the addresses in the server code are encrypted, except one of Baidu that has no encrypted form [security: 12.3.1]", () => {
  const names =
    /w3\.org|schemas\.|purl\.org|idpf\.org|sitemaps\.org|openarchives\.org|openxmlformats|ns\.adobe|google\.com\/schemas|site\.invalid|127\.0\.0\.1|localhost/
  const plain = server.flatMap(({ path, text }) =>
    [...text.matchAll(/["'`](http:\/\/[a-z0-9][^"'`\s]*)/g)].flatMap(([, address = ""]) =>
      names.test(address) ? [] : [`${path}: ${address}`],
    ),
  )
  expect(plain).toEqual(["server/ports/indexing/network.indexing.ts: http://data.zz.baidu.com/urls"])
})

test("texts are rendered as text: HTML is set only in the listed files [security: 3.2.2]", async () => {
  expect(await faultsOfBan("raw HTML")).toEqual([])
  // lint sees the attribute, and not the property of an object that becomes attributes; <Static> takes it out of such an object
  expect(matchesIn(siteSources, /dangerouslySetInnerHTML["']?\s*:/, ["components/ui/static/markup.ts"])).toEqual([])
})

test("pages listen to no message from another window, and use no plugin [security: 3.7.1]", async () => {
  expect(await faultsOfBan("plugin elements")).toEqual([])
  expect(matchesIn(siteSources, /window\.addEventListener\(\s*"message"|window\.onmessage/)).toEqual([])
})

test("no key or password of a service is in the code [security: 13.2.3, 13.3.1, session-secret]", () => {
  const secret =
    /(secret|password|api_?key|token)\w*\s*[:=]\s*["'`](?=[^"'`]*\d)(?=[^"'`]*[a-z])[A-Za-z0-9+/_-]{16,}["'`]|-----BEGIN [A-Z ]*PRIVATE KEY|AKIA[0-9A-Z]{16}/i
  expect(matchesIn(siteSources, secret)).toEqual([])
})

test("the server sends requests only in the listed files, to addresses from settings and configuration [security: 13.2.4, 13.2.5, 1.3.6]", async () => {
  expect(await faultsOfBan("requests to other servers")).toEqual([])
})

test("production code imports no test, mock server or fixture [security: 15.2.3]", async () => {
  expect(await faultsOfBan("test code")).toEqual([])
})

test("passwords are entered in fields that mask them and allow pasting [security: 6.2.6, 6.2.7]", () => {
  const fields = siteSources.flatMap(({ path, text }) =>
    [...text.matchAll(/<\w[\w.]*[^<>]*?autoComplete="(?:new|current)-password"/g)].map(([tag]) => `${path} ${tag}`),
  )
  expect(fields.length).toBeGreaterThan(8)
  expect(fields.filter((field) => !/<(Input\.Password|PasswordItem)\b|type="password"/.test(field))).toEqual([])
  const withPasswords = siteSources.filter(({ text }) => /autoComplete="(?:new|current)-password"/.test(text))
  expect(matchesIn(withPasswords, /onPaste=\{/)).toEqual([])
  expect(matchesIn(siteSources, /autoComplete="off"[^\n]*assword/)).toEqual([])
})

test("browsers store the session token, reader settings and unfinished work, and nothing else [security: 14.3.3]", () => {
  const keeping = new Set(matchesIn(siteSources, /\.setItem\(/).map((position) => position.split(":")[0]))
  expect(keeping).toEqual(
    new Set([
      "lib/browser-storage.ts", // the only file that touches the storage; the others store by it
      "components/community/comment/comment-drafts.ts", // comments that are not sent yet, until the user logs out
      "components/community/report/report-draft.ts", // a report that is not sent yet, in this tab
      "components/library/document/talk/rating-draft.ts", // stars chosen before the login, in this tab
      "components/people/oauth/oauth-journey.ts", // where a third-party login started, until it ends
      "components/people/account/pending-action.ts", // an action of a visitor that needs a login, until it is done
      "components/people/account/use-forward.ts", // when the user last navigated away from a page
      "components/admin/crud/column-chooser.tsx", // hidden columns, row height
      "components/admin/crud/list-state.ts", // page sizes
      "components/admin/crud/recent.ts", // names of the items that staff opened last, until they log out
      "components/operations/dashboard/admin/first-steps-card.tsx", // that the first steps of the site are hidden
      "components/articles/article/post/drafts.ts", // articles that are not yet published
      "components/library/document/list/list-look.tsx",
      "components/library/reading/store/paid-by-owner.ts", // documents whose owner has paid for this browser
      "components/library/reading/store/preferences.ts", // the reader's colours and zoom
      "components/library/reading/store/last-page.ts", // the last reading position
      "components/library/reading/text/text-offer.tsx", // that the text view has been offered once
      "components/people/captcha/last-kind.ts", // the chosen kind of captcha
      "components/money/order/wechat-bridge.ts", // that a request to WeChat for the payer is pending, until it answers
      "components/providers/feedback.tsx", // a notice for the next page
      "components/site/advertisement/daily-views.ts", // how often each advertisement was shown today
      "components/site/announcement/closed-announcements.ts", // announcements that the visitor has closed
      "components/ui/theme-switch.tsx", // light or dark
      "lib/api/token.ts", // the session's token
      "lib/upload/memory.ts", // unfinished uploads
      "lib/upload/own-uploads.ts", // which documents were uploaded within the last hour
      "lib/view/loading/chunk-reload.ts", // when the page was last reloaded
      "lib/view/loading/first-script.ts",
      "lib/view/library/search-history.ts", // this browser's search history, until it is cleared
    ]),
  )
})
