import { pictureRefusal } from "@/lib/rules/library/picture-rules"
import { uploadPicture } from "@/lib/upload/send-picture"
import { refusalText } from "@/lib/api/result"

/** The URL of an uploaded image on this site, or the reason why the upload failed. */
export type PictureUpload = { url: string; alt: string } | { error: string }

/** Uploads an image for an article; it is attached to the article when that is saved. */
export const sendPicture = async (file: File): Promise<PictureUpload> => {
  const refusal = pictureRefusal(file, "article")
  if (refusal) return { error: refusal }
  const reply = await uploadPicture("article", file, () => undefined)
  return reply.ok ? { url: reply.data.path, alt: "" } : { error: refusalText(reply, "图片上传失败") }
}
