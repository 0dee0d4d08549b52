import { parseArgs } from "node:util"
import { Failure } from "../../scripts/lib/failure.mjs"
import { inProject, say } from "../../scripts/lib/project.mjs"
import { runNode } from "../../scripts/lib/run.mjs"

/**
 * `npm run attack -- fuzz [--minutes 60] [--seed N]`: the random requests of tests/fuzz, for longer and with another seed each time.
 * @param {string[]} args
 */
export async function attackWithRandom(args) {
  const { values } = parseArgs({
    args,
    options: { minutes: { type: "string", default: "60" }, seed: { type: "string", default: String(Math.floor(Math.random() * 2 ** 31)) } },
  })
  const minutes = Number(values.minutes)
  if (!(minutes > 0 && minutes <= 1_440) || !/^\d{1,10}$/.test(values.seed))
    throw new Failure("--minutes 应为 1440 以内的分钟数，--seed 应为整数。")
  say(`随机请求 ${minutes} 分钟，种子 ${values.seed}`)
  const env = { FUZZ_SECONDS: String(Math.round(minutes * 60)), FUZZ_SEED: values.seed }
  const { code } = await runNode([inProject("node_modules/vitest/vitest.mjs"), "run", "tests/fuzz/fuzz.test.ts"], { input: "inherit", env })
  process.exitCode = code ?? 1
}
