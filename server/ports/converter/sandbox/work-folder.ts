import { chmod, mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { SandboxTools } from "./sandbox-detection"

export type WorkFolder = { workDir: string; remove(): Promise<void> }

/**
 * Returns a conversion's private folder for programs: the given one inside the data folder, or, if programs run as the user nobody, who
 * has no access there, a new one in the system's temporary folder.
 */
export async function workFolder(workDir: string, { bubblewrap, setpriv }: SandboxTools): Promise<WorkFolder> {
  if (bubblewrap || !setpriv) return { workDir, remove: async () => undefined }
  const folder = await mkdtemp(join(tmpdir(), "converter-work-"))
  await chmod(folder, 0o711)
  return { workDir: folder, remove: () => rm(folder, { recursive: true, force: true }).catch(() => undefined) }
}
