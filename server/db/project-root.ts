import { join } from "node:path"

/** The project's folder, seen from the folder of a bundle (`dist/server`). */
export const projectRoot = (bundleFolder: string): string => join(bundleFolder, "..", "..")
