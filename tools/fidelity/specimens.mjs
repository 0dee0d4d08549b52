import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, extname, join } from "node:path"
import { importTypeScript } from "../../scripts/lib/bundle.mjs"
import { messageOf } from "../../scripts/lib/failure.mjs"
import { say } from "../../scripts/lib/project.mjs"

const LISTS = "specimen-lists.ts"

/** Checks whether a folder holds generators of specimens in place of documents: tests/files. */
export const hasGenerators = (folder) => existsSync(join(folder, LISTS))

/**
 * Lets esbuild bundle tests for use outside of vitest: the expectations of the specimens are not called here, and the folder of a source
 * file is that of the source, not of the bundle.
 */
const testSources = {
  name: "test-sources",
  setup(build) {
    build.onResolve({ filter: /^vitest$/ }, () => ({ path: "vitest", namespace: "absent" }))
    // Node wants the extension of a package's file, vitest does not.
    build.onResolve({ filter: /^@kenjiuno\/msgreader\/lib\/\w+$/ }, ({ path }) => ({ path: `${path}.js`, external: true }))
    build.onLoad({ filter: /./, namespace: "absent" }, () => ({ contents: "module.exports = {}", loader: "js" }))
    build.onLoad({ filter: /[\\/]tests[\\/]files[\\/].*\.ts$/, namespace: "file" }, ({ path }) => ({
      contents: readFileSync(path, "utf8").replaceAll("import.meta.dirname", JSON.stringify(dirname(path))),
      loader: "ts",
    }))
  },
}

/**
 * Writes the specimens that have a PDF to compare with: PDFs, and files whose pages must look like the PDF that another program prints.
 * Files that are to be refused, and those without a PDF, are left to tests/files/files.test.ts. `failures` are the titles of specimens that
 * could not be made.
 */
export async function specimensIn(temporary) {
  const { specimenLists } = await importTypeScript(`tests/files/${LISTS}`, [testSources])
  const documents = []
  const failures = []
  for (const [list, specimens] of Object.entries(specimenLists)) {
    const folder = join(temporary, list)
    mkdirSync(folder)
    let others = 0
    for (const { name, make, expected, reference } of specimens) {
      const isPdf = extname(name).toLowerCase() === ".pdf"
      if ("refusal" in expected || (!isPdf && !reference)) {
        others += 1
        continue
      }
      const path = join(folder, name)
      try {
        writeFileSync(path, await make())
        const pdf = reference ? `${path}.reference.pdf` : path
        if (reference) writeFileSync(pdf, await reference())
        documents.push({ title: `${list}/${name}`, path, pdf })
      } catch (error) {
        failures.push(`${list}/${name}`)
        say(`做不出样本 ${list}/${name}：${messageOf(error)}`)
      }
    }
    if (others > 0) say(`${list}：${others} 个样本没有可以比较的 PDF，由 tests/files/files.test.ts 逐项检查`)
  }
  return { documents, failures }
}
