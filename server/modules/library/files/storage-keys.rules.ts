import { AttachmentType } from "@/lib/contract/library/attachment.enums"

/** Returns the key of a content, by its SHA-256; equal contents share one file. */
export const fileKey = (sha256: string, ext: string): string => `files/${sha256.slice(0, 2)}/${sha256}${ext}`

/** Returns the storage key of an image, by the SHA-256 of the stored bytes. `ext` includes the dot. */
export const pictureKey = (sha256: string, ext: string): string => `images/${sha256.slice(0, 2)}/${sha256}${ext}`
/** Returns the public path of the image. */
export const picturePath = (sha256: string, ext: string): string => `/uploads/${sha256.slice(0, 2)}/${sha256}${ext}`

/** Returns the folder of everything converted from one content, by its SHA-256. */
export const blobFolder = (sha256: string): string => `pages/${sha256.slice(0, 2)}/${sha256}`
/** Returns the folder of one version of the pages. */
export const pagesFolder = (sha256: string, version: number): string => `${blobFolder(sha256)}/v${version}`
export const pageKey = (sha256: string, version: number, page: number): string => `${pagesFolder(sha256, version)}/${page}.gzip.svg`
/** The text layer of a page, a gzipped JSON array of `TextRun`; missing if empty. */
export const textLayerKey = (sha256: string, version: number, page: number): string => `${pagesFolder(sha256, version)}/${page}.words.gz`
/** The thumbnail of a page; missing if it could not be created. */
export const thumbKey = (sha256: string, version: number, page: number): string => `${pagesFolder(sha256, version)}/${page}.thumb.webp`
/** The structure of a spreadsheet without its cells: gzipped JSON of a `SheetBook`; missing for other files. */
export const sheetsKey = (sha256: string, version: number): string => `${pagesFolder(sha256, version)}/sheets.gz`
/** Fifty rows of a spreadsheet, a gzipped JSON array of `SheetRow`; missing if empty. */
export const rowsKey = (sha256: string, version: number, block: number): string => `${pagesFolder(sha256, version)}/${block}.rows.gz`
/** The charts, pictures and shapes that begin in a block: a gzipped JSON array of number and WebP file in base64; missing if there are none. */
export const sheetPicturesKey = (sha256: string, version: number, block: number): string =>
  `${pagesFolder(sha256, version)}/${block}.pictures.gz`
export const coverKey = (sha256: string, version: number): string => `${pagesFolder(sha256, version)}/cover.webp`
/** The rendered title cover of one document of this content; `name` changes with what it shows. */
export const titleCoverKey = (sha256: string, uuid: string, name: string): string => `${blobFolder(sha256)}/title-${uuid}-${name}.webp`

/** Image paths on sites of this family: five characters of the MD5 as folders, the MD5, the extension. They stay valid after an import. */
const older = /^\/uploads\/(?:[\da-f]\/){5}[\da-f]{32}\.[a-z0-9]{1,8}$/
export const isOlderPicturePath = (path: string): boolean => older.test(path)
/** Returns the storage key of such an image. */
export const olderPictureKey = (path: string): string => path.slice(1)

const address = /^\/uploads\/([0-9a-f]{2})\/(\1[0-9a-f]{62})(\.webp|\.png)$/
/** Parses an image path: returns its storage key and its SHA-256, or its MD5 for an older path. Null for other paths. */
export const pictureOf = (path: string): { key: string; hash: string; ext: string; older: boolean } | null => {
  const [, , sha256, ext] = address.exec(path) ?? []
  if (sha256 && ext) return { key: pictureKey(sha256, ext), hash: sha256, ext, older: false }
  if (!isOlderPicturePath(path)) return null
  const [hash, suffix] = path.slice(path.lastIndexOf("/") + 1).split(".") as [string, string]
  return { key: olderPictureKey(path), hash, ext: `.${suffix}`, older: true }
}

/** The attachment types that are stored as they were received; all others are images that the site has drawn. */
export const storedFileTypes: number[] = [AttachmentType.document, AttachmentType.crawler, AttachmentType.complaint]

/** Returns the storage key of a row's file; `stored`: it is a document's file, not an image. */
export const keyOfRow = ({ sha256, ext, path }: { sha256: string; ext: string; path: string }, stored: boolean): string => {
  if (stored) return fileKey(sha256, ext)
  return isOlderPicturePath(path) ? olderPictureKey(path) : pictureKey(sha256, ext)
}

/** Returns a placeholder hash for a file that was missing when its site was imported; no real file has it. */
export const missingBlob = (md5: string): string => `${"0".repeat(32)}${md5}`
export const isMissingBlob = (sha256: string): boolean => sha256.startsWith("0".repeat(32))
