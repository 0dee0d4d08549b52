import { parseArgs } from "node:util"
import { Failure, messageOf } from "../../scripts/lib/failure.mjs"

const help = `用法：npm run faults -- [选项]

在一份临时副本里每次弄坏一条规则，运行应当发现它的测试，看测试是否真的失败。

  --only 名称,名称   只试这几处
  --at 提交          在另一个提交上运行（默认 HEAD），用来比较两个时间的测试
  --list             列出全部名称、规则和文件
  --no-baseline      不先运行没有弄坏时的测试
  --help             显示这段说明

用的是已经提交的代码和这里安装的依赖。每处一行 caught 或 MISSED，最后一行是总数；有没发现的就以 1 结束。`

/** Returns the chosen options, or null if only the help was requested. @param {string[]} args @param {readonly string[]} names */
export const readFaultOptions = (args, names) => {
  let values
  try {
    const options = /** @type {const} */ ({
      only: { type: "string" },
      at: { type: "string" },
      list: { type: "boolean" },
      "no-baseline": { type: "boolean" },
      help: { type: "boolean" },
    })
    values = parseArgs({ args, options, strict: true, allowPositionals: false }).values
  } catch (error) {
    throw new Failure(`${messageOf(error).split(".")[0]}，npm run faults -- --help 会列出所有选项。`, { cause: error })
  }
  if (values.help) {
    console.log(help)
    return null
  }
  const only = values.only?.split(",").filter(Boolean)
  const unknown = only?.filter((name) => !names.includes(name)) ?? []
  if (unknown.length) throw new Failure(`没有这些名称：${unknown.join("、")}，npm run faults -- --list 会列出全部。`)
  return { only, at: values.at ?? "HEAD", list: values.list ?? false, baseline: !values["no-baseline"] }
}
