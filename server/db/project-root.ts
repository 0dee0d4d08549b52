import { join } from "node:path"

/** Returns the project's folder, given the folder of a bundle (`dist/server`). */
export const projectRoot = (bundleFolder: string): string => join(bundleFolder, "..", "..")
