import { bombFiles } from "./bomb-files"
import { brokenFiles } from "./broken-files"
import type { HostileFile } from "./hostile-file"
import { linkFiles } from "./link-files"
import { lockedFiles } from "./locked-files"

/** Returns all hostile files. `urls` point to a listener. */
export const hostileCorpus = (urls: readonly string[]): HostileFile[] => [...bombFiles, ...brokenFiles, ...lockedFiles, ...linkFiles(urls)]
