/**
 * Returns the address of a page of an earlier version of a document's file; `version` of its conversion. Not in `path.ts`, which every
 * public page loads.
 */
export const versionPagePath = (versionId: number, page: number, version: number): string =>
  `/view/version/${versionId}/${page}.svg?v=${version}`
