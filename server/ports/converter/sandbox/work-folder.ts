import { chmod, mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { SandboxTools } from "./sandbox-detection"

export type WorkFolder = { workDir: string; remove(): Promise<void> }

/**
 * A conversion's own folder for programs. The given one, inside the data folder, unless they run as the user nobody, who
 * may not enter there: then one among the system's temporary files.
 */
export async function workFolder(workDir: string, { bubblewrap, setpriv }: SandboxTools): Promise<WorkFolder> {
  if (bubblewrap || !setpriv) return { workDir, remove: async () => undefined }
  const folder = await mkdtemp(join(tmpdir(), "converter-work-"))
  await chmod(folder, 0o711)
  return { workDir: folder, remove: () => rm(folder, { recursive: true, force: true }).catch(() => undefined) }
}
