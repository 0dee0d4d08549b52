import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { defineConfig } from "vitest/config"
import { BaseSequencer, type TestSpecification } from "vitest/node"

const root = fileURLToPath(new URL(".", import.meta.url))
/** A set-up file counts only if it is there: a partial checkout can still run the tests that need none. */
const ifThere = (...paths: string[]) => paths.filter((path) => existsSync(new URL(path, import.meta.url)))

const ofSites = (file: TestSpecification) => file.moduleId.includes("/tests/process/")

/** Tests of whole sites first: they take minutes, of which much is waiting, and small files fill the other worker meanwhile. */
class SitesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return [...sorted.filter(ofSites), ...sorted.filter((file) => !ofSites(file))]
  }
}

const shared = { testTimeout: 30_000, hookTimeout: 60_000, pool: "forks" as const }

export default defineConfig({
  resolve: { alias: [{ find: /^@\//, replacement: root }] },
  test: {
    maxWorkers: 2,
    sequence: { sequencer: SitesFirst },
    projects: [
      {
        extends: true,
        test: {
          ...shared,
          name: "unit",
          environment: "node",
          include: ["server/**/*.test.ts", "lib/**/*.test.ts", "tests/**/*.test.ts", "scripts/**/*.test.ts"],
          exclude: ["**/*.browser.test.ts", "**/node_modules/**"],
          globalSetup: ifThere("tests/setup/global-setup.ts"),
          setupFiles: ifThere("tests/setup/unit.setup.ts"),
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: "front",
          environment: "jsdom",
          include: ["components/**/*.test.{ts,tsx}", "stores/**/*.test.{ts,tsx}", "app/**/*.test.{ts,tsx}", "lib/**/*.browser.test.ts"],
          setupFiles: ifThere("tests/setup/front.setup.ts", "tests/setup/front.setup.tsx"),
        },
      },
    ],
  },
})
