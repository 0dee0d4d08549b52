// npm run migration -- --name banner: drizzle-kit writes the next migration from the tables. It compares them with the
// newest snapshot only, so the older ones (260 KB each) are removed.
import { readdirSync, rmSync } from "node:fs"
import { installPackages, packagesReady } from "./lib/packages.mjs"
import { inProject } from "./lib/project.mjs"
import { runNode } from "./lib/run.mjs"

const meta = inProject("server/db/migrations/meta")
if (!packagesReady(true)) await installPackages(true)
const { code } = await runNode([inProject("node_modules/drizzle-kit/bin.cjs"), "generate", ...process.argv.slice(2)])
if (code === 0) {
  const snapshots = readdirSync(meta).filter((name) => name.endsWith("_snapshot.json"))
  for (const name of snapshots.sort().slice(0, -1)) rmSync(`${meta}/${name}`)
}
process.exit(code)
