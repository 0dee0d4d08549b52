// `npm run generate`: writes all generated files. With `--check` it only lists those that are out of date.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { decisionsPage } from "./generate/decisions.mjs"
import { documentsWithFacts } from "./generate/facts.mjs"
import { importTypeScript } from "./lib/bundle.mjs"
import { inProject } from "./lib/project.mjs"
import { prepareStyleSheets } from "./lib/style-sheets.mjs"

if (process.argv.includes("--help")) {
  console.log(
    "用法：npm run generate -- [--check]\n\n重新生成配置文档、OpenAPI、代码规则、安全测试的清单、决定的目录、架构文档里的表格和主题样式。--check 只列出过时的文件。",
  )
  process.exit()
}

const { version } = JSON.parse(readFileSync(inProject("package.json"), "utf8"))

/**
 * Generators: the source, and the files that it makes of the source's exports, if it is a program. A generator whose source does not exist
 * is left out.
 * @type {{ source: string, make: (exports: any) => Record<string, string> }[]}
 */
const generators = [
  {
    source: "server/env.ts",
    make: ({ describeEnv }) => ({ "docs/configuration.md": configurationPage(describeEnv()), ".env.example": envExample(describeEnv()) }),
  },
  {
    source: "lib/contract/openapi/document.ts",
    make: ({ openApiDocument }) => ({ "docs/openapi.json": `${JSON.stringify(openApiDocument(version), null, 2)}\n` }),
  },
  { source: "docs/decisions", make: () => ({ "docs/decisions/README.md": decisionsPage() }) },
  { source: "tests/architecture/floors.ts", make: ({ floors }) => documentsWithFacts(floors) },
  { source: "tests/architecture/lint-config.ts", make: ({ lintConfigFile }) => ({ "oxlint.gen.json": lintConfigFile() }) },
  { source: "tests/security/table.ts", make: ({ securityTestsPage }) => ({ "docs/security-tests.md": securityTestsPage(testFiles()) }) },
]

/** Returns the files whose test titles describe what they verify: tests, port suites, browser tests and the attacks of `npm run attack`. */
function testFiles() {
  const folders = ["app", "components", "e2e", "lib", "scripts", "server", "stores", "tests", "tools"]
  const paths = folders.flatMap((folder) =>
    readdirSync(inProject(folder), { recursive: true, encoding: "utf8" }).map((path) => join(folder, path)),
  )
  const chosen = paths
    .filter((path) => /\.(test|suite|spec)\.tsx?$|^tools.attack.+\.mjs$/.test(path))
    .sort((one, other) => (one < other ? -1 : 1))
  return chosen.map((path) => ({ path: path.replaceAll("\\", "/"), text: readFileSync(inProject(path), "utf8") }))
}

function configurationPage(keys) {
  const rows = keys.map(({ name, description, fallback }) => `| \`${name}\` | ${fallback} | ${description} |`)
  return `<!-- 由 npm run generate 从 server/env.ts 生成，请勿手改。 -->

# 配置

配置来自环境变量；项目文件夹里的 \`.env\` 文件也会读取，环境变量优先。不设置任何一项也能运行。
站点名称、支付、邮件等业务设置不在这里，在后台的“系统设置”里。

| 名称 | 默认值 | 说明 |
| --- | --- | --- |
${rows.join("\n")}
`
}

function envExample(keys) {
  const parts = keys.map(
    ({ name, description, fallback, example }) => `# ${description}${example ? "" : `（默认：${fallback}）`}\n#${name}=${example}\n`,
  )
  return `# 复制为 .env 后按需修改；去掉行首的 # 才会生效。由 npm run generate 生成，说明见 docs/configuration.md。\n\n${parts.join("\n")}`
}

const check = process.argv.includes("--check")
let stale = 0
for (const { source, make } of generators) {
  if (!existsSync(inProject(source))) continue
  for (const [path, text] of Object.entries(make(source.endsWith(".ts") ? await importTypeScript(source) : {}))) {
    const old = existsSync(inProject(path)) ? readFileSync(inProject(path), "utf8") : null
    if (old === text) continue
    if (check) {
      console.error(`${path} 与 ${source} 不一致，请运行 npm run generate 后一起提交。`)
      stale++
      continue
    }
    mkdirSync(dirname(inProject(path)), { recursive: true })
    writeFileSync(inProject(path), text)
    console.log(`已生成 ${path}`)
  }
}
// The style sheets are not in git, so there is nothing to compare.
if (!check) await prepareStyleSheets()
if (stale > 0) process.exit(1)
