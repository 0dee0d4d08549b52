import { supportedExtensions } from "../contract/library/document.formats"
import { fileSize } from "../rules/format"

/** The maximum number of rows in the list, so that it stays responsive while a large folder still fits. */
export const maxFiles = 1_000

export type UploadLimits = { maxMegabytes: number; extensions: string[] }

/** Returns the accepted extensions: those of the converter, or the subset in the settings. */
export const uploadLimits = (maxMegabytes: number, allowed: string[]): UploadLimits => {
  const allowedExtensions = allowed.map((ext) => (ext.startsWith(".") ? ext : `.${ext}`).toLowerCase())
  const extensions = allowedExtensions.length ? supportedExtensions.filter((ext) => allowedExtensions.includes(ext)) : supportedExtensions
  return { maxMegabytes: maxMegabytes > 0 ? maxMegabytes : 50, extensions }
}

export const extensionOf = (name: string): string => /\.[^./\\]{1,10}$/.exec(name)?.[0].toLowerCase() ?? ""

const maxNameLetters = 200

/**
 * Cleans a file name for the server: removes line breaks, path separators and bidirectional characters (which can disguise an extension),
 * and limits the length. Keeps the extension.
 */
export const cleanName = (name: string): string => {
  const clean = name
    .normalize("NFC")
    .replace(/[/\\\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g, "")
    .trim()
  const extension = extensionOf(clean)
  const letters = [...clean.slice(0, clean.length - extension.length)]
  return letters.slice(0, maxNameLetters - extension.length).join("") + extension
}

/** Returns the file's name without its extension, as the initial title. */
export const titleOf = (name: string): string =>
  name
    .slice(0, name.length - extensionOf(name).length)
    .trim()
    .slice(0, 255) || name

type Chosen = { name: string; size: number }

/** Returns why a file is rejected, or "" if it is accepted. */
export const refusalOf = ({ name, size }: Chosen, { maxMegabytes, extensions }: UploadLimits): string => {
  if (!extensions.includes(extensionOf(name))) return `${name} 不支持的文件格式，已忽略该文件`
  if (size === 0) return `${name} 是空文件，已忽略该文件`
  if (size > maxMegabytes * 1024 * 1024) return `${name} 大小 ${fileSize(size)}，超过限制（最大 ${maxMegabytes} MB），已忽略该文件`
  return ""
}

const maxKeywords = 20
const separators = /[,，;；、\n]+/

/** Returns the keywords in the API's format: unique, at most 20, at most 255 characters including commas. */
export const keywordsOf = (keywords: string[]): string[] => {
  const all = [...new Set(keywords.flatMap((word) => word.split(separators)).map((word) => word.trim()))]
    .filter(Boolean)
    .slice(0, maxKeywords)
  while (all.join(",").length > 255) all.pop()
  return all
}
