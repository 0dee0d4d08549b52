import { asvsIdentity } from "./asvs-identity"
import { asvsInput } from "./asvs-input"
import { asvsOperation } from "./asvs-operation"
import { findings } from "./findings"
import type { Chapter, Requirement } from "./requirement"
import { threats } from "./threats"

export const chapters: Chapter[] = [findings, ...threats, ...asvsInput, ...asvsIdentity, ...asvsOperation]

export type File = { path: string; text: string }
/** A test whose title names the requirements that it proves. */
export type Proof = { path: string; title: string; ids: string[] }

/** A title that ends in `[security: id, id]`; a line may contain one or two of them. */
const tagged = /(["'`])((?:(?!\1)[^\n])*?) \[security: ([^\]\n]+)\]\1/g

/** Returns the tagged titles of tests, attacks included (docs/ADDING.md, "Saying what a test proves"). */
export const proofsIn = (files: File[]): Proof[] =>
  files.flatMap(({ path, text }) =>
    [...text.matchAll(tagged)].map(([, , title = "", ids = ""]) => ({ path, title, ids: ids.split(",").map((id) => id.trim()) })),
  )

/** Returns tags that name no requirement, or one that is marked as absent or declined. */
export const wrongTags = (proofs: Proof[]): string[] => {
  const requirementsById = new Map(chapters.flatMap(({ requirements }) => Object.entries(requirements)))
  return proofs.flatMap(({ path, ids }) =>
    ids
      .filter((id) => !requirementsById.has(id) || requirementsById.get(id)?.absent || requirementsById.get(id)?.declined)
      .map((id) => `${path}：${id} ${requirementsById.has(id) ? "标为与本站无关，或标为不做" : "不在清单里"}`),
  )
}

const cell = (text: string) => text.replaceAll("|", "\\|").replaceAll("<", "\\<").replaceAll("*", "\\*")

const proofOf = (id: string, { absent, declined, stated }: Requirement, proofs: Proof[]): string => {
  if (declined) return `不做：${declined}`
  if (absent) return `与本站无关：${absent}`
  const evidence = proofs.filter(({ ids }) => ids.includes(id)).map(({ path, title }) => `\`${path}\`：${cell(title)}`)
  if (stated) evidence.unshift(`写明在 \`${stated}\``)
  return evidence.length > 0 ? evidence.join("<br>") : "**还没有**"
}

const states = ["proven", "open", "declined", "absent"] as const
const stateOf = (id: string, { absent, declined, stated }: Requirement, proven: Set<string>): (typeof states)[number] => {
  if (absent) return "absent"
  if (declined) return "declined"
  return stated || proven.has(id) ? "proven" : "open"
}

const chapterRows = ({ title, source, requirements }: Chapter, proofs: Proof[]) => {
  const rows = Object.entries(requirements).map(
    ([id, requirement]) =>
      `| ${id} | ${requirement.level ? `L${requirement.level}` : ""} | ${cell(requirement.text)} | ${proofOf(id, requirement, proofs)} |`,
  )
  return `## ${title}\n\n来源：${source}\n\n| 编号 | 级别 | 要求 | 由什么证明 |\n| --- | --- | --- | --- |\n${rows.join("\n")}\n`
}

/**
 * Creates docs/security-tests.md: every requirement with the tests that prove it. Throws if a tag names an unknown requirement.
 * @param files test and attack files
 */
export const securityTestsPage = (files: File[]): string => {
  const proofs = proofsIn(files)
  const wrong = wrongTags(proofs)
  if (wrong.length > 0) throw new Error(`测试标题里的 [security: …] 有误：\n${wrong.join("\n")}`)
  const proven = new Set(proofs.flatMap(({ ids }) => ids))
  const count = (list: Chapter[]) => {
    const requirementStates = list.flatMap(({ requirements }) =>
      Object.entries(requirements).map(([id, requirement]) => stateOf(id, requirement, proven)),
    )
    return states.map((state) => requirementStates.filter((one) => one === state).length)
  }
  const sums = chapters.map((chapter) => `| ${chapter.title} | ${count([chapter]).join(" | ")} |`)
  return `<!-- 由 npm run generate 从 tests/security 和测试的标题生成，请勿手改。 -->

# 安全要求与测试

每条要求由哪些测试证明。测试在标题末尾写明编号，写法见 docs/ADDING.md；没有测试的写着“还没有”。“不做”是有意为之，写明了代替它的是什么。

| 章 | 有证明 | 还没有 | 不做 | 与本站无关 |
| --- | --- | --- | --- | --- |
${sums.join("\n")}
| 合计 | ${count(chapters).join(" | ")} |

${chapters.map((chapter) => chapterRows(chapter, proofs)).join("\n")}`
}
