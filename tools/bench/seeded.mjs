import { join } from "node:path"
import { Failure } from "../../scripts/lib/failure.mjs"
import { inProject } from "../../scripts/lib/project.mjs"
import { runNode } from "../../scripts/lib/run.mjs"

/**
 * Fills the data below `folder` with generated documents and articles, using `npm run seed`. @param {string} folder @param {{ documents:
 * number, articles: number, pictures?: number }} wanted
 */
export async function seedFolder(folder, { documents, articles, pictures = 0 }) {
  const args = ["--documents", documents, "--articles", articles, "--pictures", pictures, "--data", join(folder, "data")].map(String)
  const { code, output } = await runNode([inProject("tools/seed.mjs"), ...args], { quiet: true })
  if (code === 0) return
  console.error(output.trim().split("\n").slice(-20).join("\n"))
  throw new Failure("放入示例数据失败，原因见上面的输出。")
}
