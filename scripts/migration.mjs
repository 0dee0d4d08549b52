// npm run migration: writes the migration for the tables that have changed.
import { refuseOldNode } from "./lib/old-node.mjs"

refuseOldNode()
void import("./lib/tool.mjs").then(function ({ runTool }) {
  return runTool("migration", {
    usage: async () => ({
      usage: `用法：npm run migration -- [--name 名字] [--custom]

表结构改动后生成迁移，放在 server/db/migrations，和改动一起提交。选项是 drizzle-kit generate 的。

  --name 名字  迁移文件的名字
  --custom     生成空的迁移，自己写 SQL`,
    }),
    development: true,
    run: async (args) => {
      const { readdirSync, rmSync } = await import("node:fs")
      const { inProject } = await import("./lib/project.mjs")
      const { runNode } = await import("./lib/run.mjs")
      const { code } = await runNode([inProject("node_modules/drizzle-kit/bin.cjs"), "generate", ...args], { input: "inherit" })
      // drizzle-kit compares only with the newest snapshot. Each older one would add 260 KB to the repository.
      const meta = inProject("server/db/migrations/meta")
      const snapshots = readdirSync(meta).filter((name) => name.endsWith("_snapshot.json"))
      if (code === 0) for (const name of snapshots.sort().slice(0, -1)) rmSync(`${meta}/${name}`)
      process.exitCode = code
    },
  })
})
