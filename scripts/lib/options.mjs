import { existsSync } from "node:fs"
import { resolve } from "node:path"
import { loadEnvFile } from "node:process"
import { parseArgs } from "node:util"
import { Failure, messageOf } from "./failure.mjs"
import { inProject } from "./project.mjs"

const help = (/** @type {string} */ command) => `用法：${command} -- [选项]

  --port N       监听的端口（默认 8880）
  --host H       监听的地址（默认 0.0.0.0）
  --data DIR     数据目录（默认 data）
  --no-samples   首次启动不放入示例内容
  --help         显示这段说明

其他配置用环境变量或 .env 文件，见 docs/configuration.md，例如：
  DATABASE_URL   使用已有的 PostgreSQL，不启动内置数据库
  PROCESS_MODE   all、web 或 worker
  API_BASE_URL   使用已有的后端，只运行网页`

/**
 * Reads the command line and .env into `process.env` for the server. Returns false if only the help was requested.
 * @param {string[]} args @param {string} command
 */
export function readOptions(args, command) {
  let values
  try {
    const options = /** @type {const} */ ({
      port: { type: "string" },
      host: { type: "string" },
      data: { type: "string" },
      "no-samples": { type: "boolean" },
      help: { type: "boolean" },
    })
    values = parseArgs({ args, options, strict: true, allowPositionals: false }).values
  } catch (error) {
    const message = messageOf(error)
    const name = /'(-[^' ]*)/.exec(message)?.[1] ?? /'([^']*)'/.exec(message)?.[1] ?? ""
    throw new Failure(`看不懂选项 ${name}，${command} -- --help 会列出所有选项。`, { cause: error })
  }
  if (values.help) {
    console.log(help(command))
    return false
  }
  if (values.port !== undefined && !/^[1-9]\d{0,4}$/.test(values.port))
    throw new Failure(`--port 应为 1 到 65535 的整数（现在是 ${values.port}）。`)

  // The command line takes precedence over the environment, and the environment over .env.
  const typed = {
    PORT: values.port,
    HOST: values.host,
    DATA_DIR: values.data && resolve(values.data),
    SAMPLES: values["no-samples"] && "false",
  }
  for (const [name, value] of Object.entries(typed)) if (value) process.env[name] = value
  if (existsSync(inProject(".env"))) loadEnvFile(inProject(".env"))
  return true
}
