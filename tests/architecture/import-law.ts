/*
 * Which file may import which: the one source of the lint rules in `oxlint.gen.json` (`lint-config.ts`) and of `law.test.ts`.
 */

/** The law of some files. Of several that apply to a file, the most specific one decides. */
export type ImportLaw = {
  /** a folder, a file, or a folder and the end of a file name, separated by an asterisk */
  files: string
  /** the folders and files that they may import besides their own folder, types included; "x/" is a folder without a file of its name */
  may: readonly string[]
  /** the packages that they may not import, with all entry points; a name with "$" stands for the main entry point alone */
  not: readonly string[]
  instead: string
}

const shared = ["lib/contract", "lib/rules"]
const rendering = ["react", "react-dom", "next", "antd", "@ant-design", "nprogress", "react-photo-view"]
const pure = [...rendering, "zustand", "axios", "node:"]
const httpClients = ["axios"]
/** Libraries without React are tested without a page; a store is made with zustand/vanilla. */
const withoutReact = [...rendering, "zustand$"]
const backEnd = [...rendering, "zustand"]

const pureLaw = "The contract, rules and page models run in every environment: move the shared part down, or pass it in."
const libLaw = "lib/ is below the stores, components and pages, and is tested without React."
const portLaw = "A port knows no module and no use case: pass in what it needs."
const groundLaw = "The database, jobs and security are below the modules."
const serverLaw = "The back end is a program of its own: it imports lib/contract and lib/rules, and nothing of the pages."
const moduleLaw = "A module gets what it needs from `Services` in server/context.ts; it knows nothing of the network or the process."

const moduleParts = ["context", "crud", "db/", "errors", "jobs/", "module", "modules/", "ports/", "routes", "security/"].map(
  (part) => `server/${part}`,
)

export const importLaws: readonly ImportLaw[] = [
  // antd's types of a theme
  { files: "lib/theme.ts", may: ["lib/theme-mixed"], not: ["react", "next"], instead: libLaw },
  { files: "lib/browser-storage.ts", may: [], not: pure, instead: libLaw },
  { files: "lib/theme-mixed.ts", may: [], not: pure, instead: pureLaw },
  { files: "lib/contract", may: [], not: pure, instead: pureLaw },
  { files: "lib/rules", may: ["lib/contract"], not: pure, instead: pureLaw },
  { files: "lib/view", may: [...shared, "lib/browser-storage", "docs/openapi.json"], not: pure, instead: pureLaw },
  { files: "lib/api", may: ["lib/browser-storage", ...shared], not: withoutReact, instead: libLaw },
  // reads the request that a server component renders for
  { files: "lib/api/server.ts", may: ["lib/api", ...shared], not: ["antd", "zustand"], instead: libLaw },
  // a page whose data does not exist is a 404 of Next
  { files: "lib/api/page-error.ts", may: ["lib/api", ...shared], not: ["antd", "zustand"], instead: libLaw },
  { files: "lib/upload", may: ["lib/api", "lib/browser-storage", ...shared], not: withoutReact, instead: libLaw },
  { files: "stores", may: ["lib"], not: [...withoutReact, ...httpClients], instead: "Stores are below the components and know no React." },
  {
    files: "components",
    may: ["stores", "lib", "app/styles"],
    not: httpClients,
    instead: "Components are below app/, and read the back end through lib/api.",
  },
  { files: "app", may: ["components", "stores", "lib"], not: httpClients, instead: "Pages read the back end through lib/api." },
  { files: "middleware.ts", may: ["lib"], not: httpClients, instead: "The guards read the back end through lib/api." },
  { files: "instrumentation-client.ts", may: ["lib"], not: httpClients, instead: "Browser code reads the back end through lib/api." },

  { files: "server", may: shared, not: backEnd, instead: serverLaw },
  // the process that also serves pages, or another server's data, hands its answers to the pages
  { files: "server/main.ts", may: ["server", "lib/api/backend", "lib/contract"], not: backEnd, instead: serverLaw },
  { files: "server/programs", may: ["server", "lib/api/backend", "lib/contract", "lib/rules"], not: backEnd, instead: serverLaw },
  { files: "server/remote", may: ["server", "lib/api/backend", "lib/api/result", ...shared], not: backEnd, instead: serverLaw },
  { files: "server/pages", may: ["server"], not: backEnd, instead: serverLaw },
  { files: "server/pages/crawler-limits.ts", may: ["server", "lib/rules"], not: backEnd, instead: serverLaw },
  {
    files: "server/pages/pages.ts",
    may: ["server", "lib/api/drawn-parts"],
    not: backEnd.filter((name) => name !== "next"),
    instead: serverLaw,
  },
  { files: "server/ports", may: shared, not: backEnd, instead: portLaw },
  { files: "server/security", may: ["server/errors", "server/ports/sanitizer", ...shared], not: backEnd, instead: groundLaw },
  { files: "server/db", may: ["server/errors", "lib/contract"], not: backEnd, instead: groundLaw },
  { files: "server/jobs", may: ["server/db", "server/security/log"], not: backEnd, instead: groundLaw },
  { files: "server/modules", may: [...moduleParts, ...shared], not: backEnd, instead: moduleLaw },
  // handlers of streams and files write their responses themselves
  { files: "server/modules*.http.ts", may: [...moduleParts, "server/wire", ...shared], not: backEnd, instead: moduleLaw },
  // the doctor checks the whole installation, including its configuration, the proxy and an existing back end (API_BASE_URL)
  {
    files: "server/modules/operations/doctor",
    may: [...moduleParts, "server/env", "server/remote", "server/wire", ...shared],
    not: backEnd,
    instead: moduleLaw,
  },
]

/** The folders and files that an import can lead to. */
export const importTargets: readonly string[] = [
  ...["app/", "components/", "stores/", "scripts/", "tools/", "tests/", "e2e/"],
  ...["api/", "contract/", "rules/", "upload/", "view/", "browser-storage", "theme"].map((name) => `lib/${name}`),
  ...["app", "context", "crud", "env", "errors", "main", "module", "modules", "routes"].map((name) => `server/${name}`),
  ...["db/", "jobs/", "modules/", "pages/", "ports/", "programs/", "remote/", "security/", "wire/"].map((name) => `server/${name}`),
]
