import { parseArgs } from "node:util"
import { Failure } from "../../scripts/lib/failure.mjs"

/**
 * Reads `--documents N --queries M`, with these defaults, and `--opensearch URL`. @param {string[]} args @param {{ documents: number, queries: number }} fallback
 * @param {string} command
 */
export const readSearchOptions = (args, fallback, command) => {
  const usage = `用法：${command} -- [--documents 文档数] [--queries 查询数] [--opensearch 地址]`
  try {
    const { values } = parseArgs({
      args,
      options: { documents: { type: "string" }, queries: { type: "string" }, opensearch: { type: "string" } },
      strict: true,
    })
    const documents = Number(values.documents ?? fallback.documents)
    const queries = Number(values.queries ?? fallback.queries)
    if (![documents, queries].every((one) => Number.isInteger(one) && one > 0 && one <= 5_000_000)) throw new Error("numbers")
    return { documents, queries, opensearch: values.opensearch }
  } catch (error) {
    throw new Failure(usage, { cause: error })
  }
}
