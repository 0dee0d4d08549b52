import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { defineConfig } from "vitest/config"
import { BaseSequencer, type TestSpecification } from "vitest/node"

/** Fourteen hours ahead of UTC: a result that depends on the zone of the machine, and not on the site's (Asia/Shanghai), fails everywhere. */
process.env["TZ"] = "Pacific/Kiritimati"

const root = fileURLToPath(new URL(".", import.meta.url))
/** Returns the setup files that exist: a partial checkout can still run the tests that need none. */
const ifThere = (...paths: string[]) => paths.filter((path) => existsSync(new URL(path, import.meta.url)))

const projects = ["sites", "long", "unit", "front"]

/** Runs the longest tests first: they take minutes, mostly waiting, and small files fill the other worker meanwhile. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => projects.indexOf(a.project.name) - projects.indexOf(b.project.name))
  }
}

/** In CI, a failed test is retried once; `npm test` lists those that passed on retry (docs/decisions/049). */
const retry = process.env.CI && process.env.CI !== "false" ? 1 : 0
/** The limits end tests that hang; a slow machine that is busy with two workers needs many times longer than an idle one. */
const shared = { testTimeout: 120_000, hookTimeout: 300_000, expect: { poll: { timeout: 20_000 } }, retry, pool: "forks" as const }
const node = { ...shared, setupFiles: ifThere("tests/setup/unit.setup.ts") }
const oneProcess = {
  ...node,
  globalSetup: ifThere("tests/setup/global-setup.ts", "tests/setup/style-sheets.setup.ts"),
  isolate: false,
}
const jsdom = { ...shared, environment: "jsdom", setupFiles: ifThere("tests/setup/front.setup.ts") }
const ofSites = "tests/process/**/*.test.ts"
/**
 * Conversions of real files, commands that are started and stopped, and imports of whole sites take as long as all other tests together.
 * They and the sites run with `npm test -- --all` (docs/decisions/340).
 */
const ofLong = [
  "tests/files/**/*.test.ts",
  "tests/fuzz/**/*.test.ts",
  "tests/commands/{site-data,stopped-commands}.test.ts",
  "tests/api/collecting/importer-*.test.ts",
  "server/ports/converter/**/*.test.ts",
  "server/db/embedded.test.ts",
  "server/programs/recover-command.test.ts",
]
const ofBrowser = "{components,stores,app,lib}/**/*.browser.test.ts"

/**
 * The files of `unit`, of `long` and of `front` share a process per worker: loading the back end's modules, or React, antd and jsdom, once
 * per file would take a third of the whole run. Nothing of a file may affect the next one: a back end's state is in its database and its `app`, and
 * `front.setup.ts` starts every file with fresh modules and an empty page.
 */
export default defineConfig({
  resolve: { alias: [{ find: /^@\//, replacement: root }] },
  test: {
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: { ...node, globalSetup: ifThere("tests/process/support/one-build.setup.ts"), name: "sites", include: [ofSites] },
      },
      {
        extends: true,
        test: {
          ...oneProcess,
          name: "unit",
          include: ["{server,lib,tests,scripts,tools,components,stores,app}/**/*.test.ts"],
          exclude: ["**/node_modules/**", ofSites, ofBrowser, ...ofLong],
        },
      },
      { extends: true, test: { ...oneProcess, name: "long", include: ofLong } },
      {
        extends: true,
        test: {
          ...jsdom,
          globalSetup: ifThere("tests/setup/style-sheets.setup.ts"),
          name: "front",
          isolate: false,
          include: ["{components,stores,app}/**/*.test.tsx", ofBrowser],
        },
      },
    ],
  },
})
