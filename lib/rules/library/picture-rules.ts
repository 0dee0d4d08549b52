import { fileSize } from "../format"

/** The use of an image: the last path segment of `POST /upload/<kind>`. */
export const pictureKinds = ["avatar", "banner", "category", "cover", "config", "article", "report"] as const
export type PictureKind = (typeof pictureKinds)[number]

/** Returns the size limit of one file in MB. */
export const pictureMegabytes = (kind: PictureKind): number => (kind === "avatar" ? 5 : 10)

const plainFormats = ["PNG", "JPG", "WebP", "GIF", "AVIF"]
const plainTypes = ["image/png", "image/jpeg", "image/webp", "image/gif", "image/avif"]
const iconTypes = ["image/x-icon", "image/vnd.microsoft.icon"]

/** Returns "PNG、JPG、WebP、GIF 或 AVIF"; site settings accept icons too. */
export const pictureFormats = (kind: PictureKind): string => {
  const all = kind === "config" ? [...plainFormats, "ICO"] : plainFormats
  return `${all.slice(0, -1).join("、")} 或 ${all.at(-1)}`
}

/** Returns the value of a file input's `accept`. */
export const pictureTypes = (kind: PictureKind): string => [...plainTypes, ...(kind === "config" ? [...iconTypes, ".ico"] : [])].join(",")

type Chosen = { name: string; size: number; type: string }

/** Returns why a selected file is rejected before the upload, or "" if it is accepted. The server checks the content again. */
export const pictureRefusal = ({ name, size, type }: Chosen, kind: PictureKind, megabytes = pictureMegabytes(kind)): string => {
  // some systems report an empty type
  const isAccepted = !type || pictureTypes(kind).split(",").includes(type) || (kind === "config" && /\.ico$/i.test(name))
  if (!isAccepted) return `这个格式用不了，请选择 ${pictureFormats(kind)} 图片`
  if (size === 0) return "这是一个空文件，请重新选择"
  if (size > megabytes * 1024 * 1024) return `图片有 ${fileSize(size)}，超过 ${megabytes} MB 的上限，请压缩后再选`
  return ""
}
