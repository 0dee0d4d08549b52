/*
 * Constructs that source files may not use, and their exceptions. Lint enforces it while typing: `lint-config.ts` makes the rules in
 * `oxlint.gen.json` from this table, and `lint.test.ts` proves that each covers its files and that each exception is needed.
 */

type Subject =
  /** a regular expression for the specifier; `names` one for the imported names; `types`: types may be imported */
  | { import: string; names?: string; types?: true }
  | { property: string; object?: string }
  | { global: string }
  /** a rule of oxlint as it is */
  | { rule: string; options?: object }

export type Ban = {
  subjects: readonly Subject[]
  /** folders, files, or a folder and the end of a file name, separated by an asterisk */
  files: readonly string[]
  /** the folders and files where it is allowed, and why */
  except?: Readonly<Record<string, string>>
  instead: string
  /** lines of code that lint must reject; "$" becomes a number, because a name is declared once */
  examples: readonly string[]
}

/** The code that a site runs, in browsers and on the server. */
export const productFiles = ["app", "components", "lib", "stores", "server", "middleware.ts", "instrumentation-client.ts", "next.config.ts"]
const rules = ["server/modules*.rules.ts"]
/** The code that browsers load, some of it on the server as well. */
const browserFiles = ["app", "components", "lib", "stores", "instrumentation-client.ts"]

export const bans = {
  "Function constructor": {
    subjects: [{ rule: "eslint/no-new-func" }, { rule: "eslint/no-eval" }],
    files: productFiles,
    instead: "No text is executed as code.",
    examples: [`export const made$ = new Function("x", "return x")`, `export const run$ = eval("1")`],
  },
  "code from text": {
    subjects: [{ import: "^(node:)?vm$" }],
    files: productFiles,
    except: { "server/programs/import/memory.ts": "asks V8 for its own gc function; never evaluates input" },
    instead: "No text is executed as code in another context.",
    examples: [`import vm$ from "node:vm"`, `export const vmLater$ = import("vm")`],
  },
  "shell commands": {
    subjects: [{ import: "^(node:)?child_process$", names: "^exec(Sync)?$" }],
    files: ["server"],
    instead: "Start a program with a list of arguments and no shell.",
    examples: [`import { exec as exec$ } from "node:child_process"`, `import * as children$ from "node:child_process"`],
  },
  "raw SQL": {
    subjects: [{ object: "sql", property: "raw" }],
    files: ["server"],
    instead: "SQL consists of parameters.",
    examples: [`export const raw$ = sql.raw("")`, `export const { raw: alsoRaw$ } = sql`],
  },
  "Math.random": {
    subjects: [{ object: "Math", property: "random" }],
    files: [...productFiles, "scripts"],
    except: { "components/site/advertisement/ad-provider.tsx": "chooses the advertisement that is shown first" },
    instead: "Random values come from node:crypto.",
    examples: [
      `export const called$ = Math.random()`,
      `export const alias$ = Math.random`,
      `export const byDefault$ = (random = Math.random) => random()`,
      `export const { random: unpacked$ } = Math`,
      `export const indexed$ = Math["random"]`,
    ],
  },
  "browser storage": {
    subjects: [
      ...["localStorage", "sessionStorage"].flatMap((name) => [{ global: name }, { property: name }]),
      { object: "document", property: "cookie" },
      { object: "navigator", property: "locks" },
      { global: "indexedDB" },
      { property: "indexedDB" },
    ],
    files: productFiles,
    except: {
      "lib/browser-storage.ts": "the guarded access to all of them",
      "lib/upload/file-handles.ts": "stored files of an upload: without them the user selects the files again",
    },
    instead: "Cookies, storage and locks throw where a browser blocks them: use lib/browser-storage.",
    examples: [
      `export const token$ = localStorage.getItem("token")`,
      `window.sessionStorage.setItem("x", "$")`,
      `export const { localStorage: unpacked$ } = window`,
      `export const cookie$ = document.cookie`,
      `void indexedDB.open("x$")`,
      `void navigator.locks.request("x$", () => undefined)`,
    ],
  },
  "raw HTML": {
    subjects: [
      { rule: "react/no-danger" },
      ...["innerHTML", "outerHTML", "insertAdjacentHTML"].map((property) => ({ property })),
      ...["write", "writeln"].map((property) => ({ object: "document", property })),
    ],
    files: productFiles,
    except: {
      "app/global-error.tsx": "a script of our own",
      "app/layout.tsx": "a script of our own",
      "components/ui/json-ld.tsx": 'data with "<" escaped',
      "components/ui/icon.tsx": "a drawing of our own",
      "components/ui/static/static-markup.tsx": "elements of our own with escaped texts",
      "components/site/advertisement/admin/measure.ts": "a sanitized advertisement",
      "components/site/advertisement/ad-html.ts": "reads the HTML of an advertisement",
      "components/site/advertisement/ad-box.tsx": "a sanitized advertisement",
      "components/articles/article/editor/pasted-html.ts": "reads pasted HTML from a parsed document",
      "components/articles/article/article-view.tsx": "a sanitized article",
      "components/ui/rich-html.tsx": "a sanitized article",
      "components/site/site/analytics.tsx": "the analytics code that user 1 configured",
      "components/site/site/footer.tsx": "a sanitized statement",
    },
    instead: "Texts are shown as texts.",
    examples: [`document.body.innerHTML = "$"`, `document.body.insertAdjacentHTML("beforeend", "$")`, `document.write("$")`],
  },
  "plugin elements": {
    subjects: [{ rule: "react/forbid-elements", options: { forbid: ["embed", "applet"] } }],
    files: productFiles,
    instead: "Pages use no plugins.",
    examples: [],
  },
  "requests to other servers": {
    subjects: [
      { global: "fetch" },
      { import: "^((node:)?(https|tls|dgram|http2)|undici|axios|nodemailer|request-filtering-agent)$", types: true },
      { import: "^(node:)?http$", names: "^(request|get|Agent)$" },
    ],
    files: ["server"],
    except: {
      "server/remote": "the server at API_BASE_URL",
      "server/ports/oauth": "the providers of third-party logins",
      "server/ports/sms": "the SMS platforms",
      "server/ports/mail": "the configured mail server",
      "server/ports/payment": "the payment gateways",
      "server/ports/indexing": "two fixed addresses",
      "server/ports/search/opensearch": "the configured search engine",
      "server/ports/web": "user-supplied URLs; refuses private addresses on every connection",
      "server/ports/webhook": "URLs set by user 1, through the guarded fetch",
      "server/ports/robot": "URLs set by user 1, through the guarded fetch",
      "server/programs/upgrade": "the site of this machine that is being upgraded",
      "server/ports/cdn": "two fixed services, through the guarded fetch",
      "server/ports/content-safety": "two fixed services and the bucket of one, through the guarded fetch",
    },
    instead: "Only adapters contact other servers; call their port.",
    examples: [`void fetch("https://example.org/$")`, `import https$ from "node:https"`, `import { request as request$ } from "node:http"`],
  },
  "standard output": {
    subjects: ["stdout", "stderr"].map((property) => ({ object: "process", property })),
    files: ["server"],
    except: {
      "server/main.ts": "says how the start went",
      "server/programs/cli.ts": "answers a command",
      "server/programs/backup-commands.ts": "shows the progress of a command in a terminal",
      "server/programs/passphrase.ts": "asks at the terminal",
      "server/programs/import.ts": "answers a command",
      "server/programs/import/printing.ts": "answers a command",
    },
    instead: "Write to the log: ctx.app.log.",
    examples: [`process.stdout.write("$")`, `export const { stderr: stderr$ } = process`],
  },
  "other logs": {
    subjects: [{ import: "^pino$" }],
    files: ["server"],
    except: { "server/security/log.ts": "creates the log" },
    instead: "There is one log: ctx.app.log.",
    examples: [`import pino$ from "pino"`],
  },
  "log files": {
    subjects: [{ import: "^(node:)?fs(/promises)?$", names: "^appendFile(Sync)?$" }],
    files: ["server"],
    except: { "server/programs/import/report.ts": "an import writes its report to the file that its command names" },
    instead: "The log goes to standard output alone: ctx.app.log.",
    examples: [`import { appendFile as append$ } from "node:fs/promises"`],
  },
  "formatted text": {
    subjects: [{ import: "^(node:)?util$", names: "^(format|formatWithOptions|inspect)$" }],
    files: ["server"],
    instead: "What varies in a log entry is data beside its sentence.",
    examples: [`import { format as format$ } from "node:util"`],
  },
  "test code": {
    subjects: [{ import: "/testing/|\\.(test|suite|fixture|stand-in)$|^@/(tests|e2e)/" }],
    files: productFiles,
    instead: "Product code imports no test, fixture or mock server.",
    examples: [`import "./testing/x$"`, `import "./x$.fixture"`],
  },
  "selects that preselect": {
    subjects: [{ import: "^antd$", names: "^(Select|TreeSelect|Cascader|AutoComplete)$" }],
    files: ["app", "components"],
    except: {
      "components/ui/form/select.tsx": "highlights no row by itself",
      "components/ui/form/tree-select.tsx": "Enter takes no row that only contains the typed text",
    },
    instead: "antd's selects highlight their first row, which Enter then takes: use select or tree-select of components/ui/form.",
    examples: [
      `import { Select as Select$ } from "antd"`,
      `import { TreeSelect as TreeSelect$ } from "antd"`,
      `import { Cascader as Cascader$ } from "antd"`,
      `import { AutoComplete as AutoComplete$ } from "antd"`,
    ],
  },
  "client-side links": {
    subjects: [{ import: "^next/link$" }],
    files: productFiles,
    instead: "Links are plain anchors (docs/decisions/101): use components/ui/link.",
    examples: [`import Link$ from "next/link"`],
  },
  // what ECMAScript added up to 2023 is in public/older-browsers.js or in Next's own polyfills; later additions have no types (tsconfig.json)
  "newer than the oldest supported browser": {
    subjects: [
      ...["timeout", "any"].map((property) => ({ object: "AbortSignal", property })),
      { object: "URL", property: "parse" },
      ...["throwIfAborted", "showPicker", "requestSubmit", "checkVisibility", "moveBefore", "setHTMLUnsafe", "getHTML"].map((property) => ({
        property,
      })),
      ...["showPopover", "hidePopover", "togglePopover", "adoptedStyleSheets", "startViewTransition", "isWellFormed", "toWellFormed"].map(
        (property) => ({ property }),
      ),
      ...["navigation", "cookieStore", "scheduler"].map((property) => ({ object: "window", property })),
      ...["randomUUID"].map((property) => ({ object: "crypto", property })),
      ...[
        ...["structuredClone", "reportError", "requestIdleCallback", "CompressionStream", "DecompressionStream", "OffscreenCanvas"],
        ...["BroadcastChannel", "Highlight", "EditContext", "ImageDecoder", "Sanitizer", "URLPattern", "CloseWatcher"],
      ].map((global) => ({ global })),
    ],
    files: browserFiles,
    except: {
      "components/providers/link-router.tsx": "a link opens without a transition where there is none",
      "components/ui/use-leave-guard.ts": "the browser asks before a page is left where there is no Navigation API",
    },
    instead:
      "The oldest supported browsers (browserslist in package.json) lack this: write it without, or check for it and say here what happens.",
    examples: [
      `export const limit$ = AbortSignal.timeout(1)`,
      `export const copy$ = structuredClone({})`,
      `document.querySelector("form")?.requestSubmit()`,
    ],
  },
  "private files of a module": {
    subjects: [{ import: "^(\\.\\./|@/).*\\.(routes|repository)$" }],
    files: ["server"],
    except: { "server/programs/local-backend.ts": "frees the leases of a process that died, before the back end starts" },
    instead: "The routes and the repository of a module are private: use its use cases or its table.",
    examples: [`import "../x$/x.repository"`, `import "@/server/modules/money/order/order.routes"`],
  },
  "impure rules": {
    subjects: [
      { import: "^(pg|pg-boss|axios|undici)(/|$)|^(node:)?(fs|child_process|worker_threads|net|http|https|dns|timers)(/|$)" },
      // the type of a row, or of what a use case returns, gives no access to it
      { import: "\\.(table|repository|usecases|jobs|routes)$", types: true },
      { import: "^(@/server/|(\\.\\./)+)(db|jobs)/", types: true },
      { import: "^drizzle-orm(/|$)" },
      { import: ".", names: "^(Ctx|DbCtx|LoggedIn|Services|Db)$" },
      { object: "Date", property: "now" },
      { object: "performance", property: "now" },
      ...["setTimeout", "setInterval", "setImmediate", "process"].map((global) => ({ global })),
    ],
    files: rules,
    instead: "Rules have no database, files, network or clock: pass in the values, or give the file another role.",
    examples: [
      `import { readFile as readFile$ } from "node:fs/promises"`,
      `import type { SQL as SQL$ } from "drizzle-orm"`,
      `import type { Db as Db$ } from "@/server/db/client"`,
      `import type { Ctx as Ctx$ } from "@/server/context"`,
      `import { orders as orders$ } from "./order.table"`,
      `export const clock$ = Date.now()`,
      `export const laterClock$ = Date.now`,
      `setTimeout(() => undefined, 1)`,
    ],
  },
} satisfies Record<string, Ban>

export type BanName = keyof typeof bans
