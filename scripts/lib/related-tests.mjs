import { dirname, posix } from "node:path"

/** @typedef {Map<string, string>} Texts text of every source file by its path from the root */

/** Tests of built sites and of browsers run only in `npm test -- --all`, because they need a build. The rules in tests/architecture always run. */
const isTest = (/** @type {string} */ path) => /\.test\.tsx?$/.test(path) && !/^(tests\/(process|architecture)|e2e)\//.test(path)

/** The maximum number of import steps between a test and a changed file. */
const maxDistance = 3
/**
 * A file with more importers connects everything with everything (the contract, `modules.ts`, the test app), so only tests in its folder
 * count.
 */
const hubSize = 25
/** Maximum number of API tests, at 2 to 5 s each, and of all tests. */
export const limits = { api: 3, all: 8 }

const importPattern = /(?:\bfrom\s*|\bimport\s*\(\s*|\bimport\s+)["']([^"']+)["']/g

/** Returns the importers of each file. @param {Texts} texts @returns {Map<string, Set<string>>} */
function importersOf(texts) {
  const importers = new Map()
  for (const [path, text] of texts)
    for (const [, specifier = ""] of text.matchAll(importPattern)) {
      const target = resolveImport(path, specifier, texts)
      if (target) importers.set(target, (importers.get(target) ?? new Set()).add(path))
    }
  return importers
}

/** @param {string} path @param {string} specifier @param {Texts} texts */
function resolveImport(path, specifier, texts) {
  if (!/^(\.|@\/)/.test(specifier)) return null
  const base = specifier.startsWith("@/") ? specifier.slice(2) : posix.join(dirname(path), specifier)
  return ["", ".ts", ".tsx", ".mjs"].map((end) => base + end).find((one) => texts.has(one)) ?? null
}

/**
 * Returns the tests within `maxDistance` of a file, with their distance.
 * @param {string} start @param {Map<string, Set<string>>} importers
 */
function testsAround(start, importers) {
  /** @type {Map<string, number>} */
  const distances = new Map()
  let ring = [start]
  const seen = new Set(ring)
  for (let distance = 1; distance <= maxDistance; distance++) {
    ring = ring.flatMap((path) => {
      const next = [...(importers.get(path) ?? [])]
      const isHub = next.length > hubSize && distance > 1
      return isHub ? next.filter((importer) => isTest(importer) && dirname(importer) === dirname(path)) : next
    })
    ring = ring.filter((path) => !seen.has(path) && seen.add(path))
    for (const path of ring) if (isTest(path)) distances.set(path, distance)
  }
  return distances
}

/** Returns the feature that a back-end or contract file belongs to, for example "order"; null for other files. @param {string} path */
function featureOf(path) {
  const module = /^server\/modules\/(?:.+\/)?([^/]+)\/[^/]+$/.exec(path)
  return module?.[1] ?? /^lib\/(?:contract|rules)\/(?:[^/]+\/)?([^/.]+)[^/]*$/.exec(path)?.[1] ?? null
}

/**
 * Returns the API tests of a feature, best match first: tests named after the feature, then tests that make most of its calls.
 * @param {string} feature @param {Texts} texts
 */
function apiTestsOf(feature, texts) {
  const contract = [...texts.keys()].filter((path) => path.startsWith("lib/contract/") && posix.basename(path) === `${feature}.ts`)
  const calls = contract.flatMap((path) =>
    [...(texts.get(path) ?? "").matchAll(/"(?:GET|POST|PUT|DELETE) \/[^"]*"/g)].map(([call]) => call),
  )
  /** @param {string} path @param {string} text */
  const score = (path, text) => {
    const name = posix.basename(path).replace(/\.test\.tsx?$/, "")
    const named = name === feature ? 2_000 : name.startsWith(feature) ? 1_000 : 0
    return named + calls.reduce((sum, call) => sum + text.split(call).length - 1, 0)
  }
  return [...texts]
    .filter(([path]) => path.startsWith("tests/api/") && isTest(path))
    .map(([path, text]) => ({ path, points: score(path, text) }))
    .filter(({ points }) => points > 0)
    .sort((a, b) => b.points - a.points)
    .map(({ path }) => path)
}

/**
 * Chooses a bounded number of tests for `npm run check`, in this order:
 * 1. tests that changed themselves;
 * 2. for each changed module or contract, the API tests of its feature. Every API test imports every module (through `modules.ts` and the
 * test app), so `vitest related` would run all of them; names and calls show better which tests are relevant;
 * 3. tests in the folder of a changed file that import it through at most `maxDistance` files;
 * 4. other tests that import a changed file through at most `maxDistance` files, nearest first.
 * `left` is the number of chosen tests above the limit. `npm test` runs everything.
 * @param {string[]} changed @param {Texts} texts @param {typeof limits} [most] @returns {{ tests: string[], left: number }}
 */
export function chooseTests(changed, texts, { api: maxApi, all: maxAll } = limits) {
  const importers = importersOf(texts)
  const around = changed
    .filter((path) => !isTest(path))
    .flatMap((path) => [...testsAround(path, importers)].map((neighbour) => ({ path, found: neighbour })))
  const beside = around.filter(({ path, found: neighbour }) => dirname(neighbour[0]) === dirname(path))
  const features = [...new Set(changed.flatMap((path) => featureOf(path) ?? []))]
  const apiLists = features.map((feature) => apiTestsOf(feature, texts))
  // Takes one test from each feature in turn, so that every feature has one before any has two.
  const api = [
    ...new Set(Array.from({ length: Math.min(maxApi, texts.size) }, (_, at) => apiLists.flatMap((list) => list[at] ?? [])).flat()),
  ]
  const near = [...around].sort((a, b) => a.found[1] - b.found[1])
  const tests = new Set([
    ...changed.filter((path) => isTest(path) && texts.has(path)),
    ...api.slice(0, maxApi),
    ...beside.map(({ found: neighbour }) => neighbour[0]),
    ...near.map(({ found: neighbour }) => neighbour[0]),
  ])
  return { tests: [...tests].slice(0, maxAll), left: Math.max(0, tests.size - maxAll) }
}
