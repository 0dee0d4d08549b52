// The launcher of a release, `./doujia COMMAND …`: the same commands as the npm scripts of a checkout.
import { readFileSync } from "node:fs"
import { pathToFileURL } from "node:url"
import { inProject } from "./lib/project.mjs"

/** @type {Record<string, string>} */
const commands = {
  start: "启动网站",
  doctor: "检查机器、配置、数据库和文件，每一处不对都说怎么解决",
  backup: "备份整个网站",
  restore: "恢复备份，或证明能恢复",
  upgrade: "换成这个版本，不成功就自动退回",
  admin: "重设密码，取消两步验证",
  audit: "检查审计日志和依赖包",
  ledger: "核对积分账本",
  storage: "在数据目录和对象存储之间复制文件",
  import: "转入同类的网站，或导入磁盘上的文档",
  service: "装成 systemd 服务，开机自动启动",
}
const { version, scripts } = JSON.parse(readFileSync(inProject("package.json"), "utf8"))
const usage = `用法：./doujia 命令 [选项]

${Object.entries(commands)
  .map(([name, title]) => `  ${name.padEnd(9)}${title}`)
  .join("\n")}
  version  显示版本

./doujia 命令 --help 显示那个命令的用法。`

const [name = "help", ...args] = process.argv.slice(2)
if (name === "help" || name === "--help") console.log(usage)
else if (name === "version" || name === "--version") console.log(version)
else if (Object.hasOwn(commands, name)) {
  const script = inProject(String(scripts[name]).replace(/^node /, ""))
  process.argv = [process.execPath, script, ...args]
  await import(pathToFileURL(script).href)
} else {
  console.error(`没有命令 ${name}，./doujia help 会列出所有命令。`)
  process.exitCode = 1
}
