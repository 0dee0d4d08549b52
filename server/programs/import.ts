import { runFolderImport } from "./import/folder"
import { keepMemoryLow } from "./import/memory"
import { readOptions } from "./import/options"
import { root } from "./import/site"
import { runTakeOver } from "./import/takeover"
import { ownDiskError, sentenceOf } from "./failure"

// Files written by the command and the database that it starts must not be accessible to other users of the machine.
process.umask(0o077)
process.chdir(root)
keepMemoryLow()
try {
  const values = readOptions(process.argv.slice(2))
  if (values.folder || values.zip) await runFolderImport(values)
  else await runTakeOver(values)
  // A connection that is still closing must not block the terminal.
  process.exit(process.exitCode ?? 0)
} catch (error) {
  process.stderr.write(`${sentenceOf(ownDiskError(error, "数据目录"))}\n`)
  process.exit(process.exitCode ?? 1)
}
