// Breaks one rule of the product at a time and checks that the tests notice it.
import { Failure, fail } from "../../scripts/lib/failure.mjs"
import { openCheckout, testsOf, withFault } from "./checkout.mjs"
import { allFaults } from "./list/all.mjs"
import { readFaultOptions } from "./options.mjs"
import { runTests, stopTests } from "./vitest.mjs"

/** @typedef {import("./fault.mjs").Fault} Fault */
/** @typedef {import("./checkout.mjs").Tree} Tree */

const nameWidth = Math.max(...allFaults.map(({ name }) => name.length)) + 2

/**
 * Returns the tests that fail without any fault. They prove nothing, so their failures do not count.
 * @param {Tree} tree @param {readonly Fault[]} chosen @returns {Promise<Set<string>>}
 */
const failuresWithoutFault = async (tree, chosen) => {
  const files = [...new Set(chosen.flatMap((fault) => testsOf(tree, fault)))]
  if (!files.length) return new Set()
  // the limit is longer because all test files together take longer than those of one fault
  const { passed, failed, broken, seconds } = await runTests(tree.folder, files, { most: 60 * 60_000 })
  console.log(`without a fault: ${passed} passed, ${failed.length} failed in ${files.length} files (${seconds} s)`)
  for (const line of [...failed, ...broken]) console.log(`  ${line}`)
  return new Set(failed)
}

/** @param {Tree} tree @param {Fault} fault @param {Set<string>} alwaysFailing */
const isCaught = async (tree, fault, alwaysFailing) => {
  const files = testsOf(tree, fault)
  const line = (/** @type {string} */ result, /** @type {string} */ detail) =>
    console.log(`${result}  ${fault.name.padEnd(nameWidth)}${detail}`)
  if (!files.length) {
    line("MISSED", `no test file is called ${fault.tests.join(" or ")}`)
    return false
  }
  const { failed, broken, seconds } = await withFault(tree, fault, () => runTests(tree.folder, files, { bail: alwaysFailing.size === 0 }))
  const [noticed] = failed.filter((title) => !alwaysFailing.has(title))
  if (noticed) line("caught", `${noticed} (${seconds} s)`)
  else line("MISSED", `${broken[0] ?? `all tests of ${files.join(", ")} passed`} (${seconds} s)`)
  return noticed !== undefined
}

/** @param {string[]} args */
export async function faults(args) {
  try {
    const options = readFaultOptions(
      args,
      allFaults.map(({ name }) => name),
    )
    if (!options) return
    const chosen = allFaults.filter(({ name }) => !options.only || options.only.includes(name))
    if (options.list) {
      for (const { name, rule, file } of chosen) console.log(`${name.padEnd(nameWidth)}${rule} (${file})`)
      return
    }
    process.exitCode = (await tryAll(chosen, options)) ? 0 : 1
  } catch (error) {
    fail(error)
  }
}

/** Returns true if every fault was caught. @param {readonly Fault[]} chosen @param {{ at: string, baseline: boolean }} options */
const tryAll = async (chosen, { at, baseline }) => {
  const checkout = openCheckout(at)
  const interrupted = () => {
    stopTests()
    checkout.close()
    process.exit(130)
  }
  process.once("SIGINT", interrupted).once("SIGTERM", interrupted)
  try {
    console.log(`commit ${checkout.commit}, ${chosen.length} faults`)
    const alwaysFailing = baseline ? await failuresWithoutFault(checkout, chosen) : new Set()
    let caught = 0
    // sorted so that consecutive faults use the same tests, whose files are then in the file cache of the system
    for (const fault of chosen.toSorted((one, other) => one.tests.join().localeCompare(other.tests.join()))) {
      try {
        if (await isCaught(checkout, fault, alwaysFailing)) caught++
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        console.log(`MISSED  ${fault.name.padEnd(nameWidth)}${error.sentence}`)
      }
    }
    console.log(`${caught} of ${chosen.length} caught`)
    return caught === chosen.length
  } finally {
    checkout.close()
  }
}
