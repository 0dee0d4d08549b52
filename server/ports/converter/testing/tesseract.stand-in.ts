import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** The text that the mock tesseract recognizes on every page of 1000 by 1000 pixels: two lines, and a speck with low confidence. */
const TABLE = [
  "level page_num block_num par_num line_num word_num left top width height conf text",
  "1 1 0 0 0 0 0 0 1000 1000 -1 ",
  "4 1 1 1 1 0 100 100 400 40 -1 ",
  "5 1 1 1 1 1 100 100 200 40 96.5 扫描",
  "5 1 1 1 1 2 310 100 190 40 91 文档",
  "5 1 1 1 2 1 100 200 150 40 88 Hello",
  "5 1 1 1 2 2 270 200 150 40 88 world",
  "5 1 2 1 1 1 900 900 5 5 12 ~",
]

export type MockTesseract = { path: string; remove(): Promise<void> }

/**
 * Creates a folder with a mock program named tesseract that answers like the real one and checks its input. `body`
 * replaces what it does with a page ($1 is the picture, $2 the name of the result without ".tsv").
 */
export async function standInTesseract(languages: readonly string[], body?: string): Promise<MockTesseract> {
  const path = await mkdtemp(join(tmpdir(), "tesseract-"))
  const table = TABLE.map((row, index) => (index === 0 ? row.replaceAll(" ", "\\t") : row.split(" ").join("\\t"))).join("\\n")
  const read = `case "$(head -c 4 "$1" | tail -c 3)" in PNG) ;; *) exit 3;; esac
[ "$3 $5" = "-l tsv" ] || exit 4
printf '${table}\\n' > "$2.tsv"`
  const script = `#!/bin/sh
case "$1" in
  --version) echo "tesseract 5.9.9"; exit 0;;
  --list-langs) printf 'List of available languages (2):\\n${languages.join("\\n")}\\n'; exit 0;;
esac
${body ?? read}
`
  await writeFile(join(path, "tesseract"), script)
  await chmod(join(path, "tesseract"), 0o755)
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}
