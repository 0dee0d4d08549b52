import { pictureRefusal } from "@/lib/rules/library/picture-rules"
import { uploadPicture } from "@/lib/upload/send-picture"

/** A picture at its address on this site, or why it is not there. */
export type Sent = { url: string; alt: string } | { error: string }

/** Sends a picture of an article; it belongs to the article once that is saved. */
export const sendPicture = async (file: File): Promise<Sent> => {
  const refusal = pictureRefusal(file, "article")
  if (refusal) return { error: refusal }
  const reply = await uploadPicture("article", file, () => undefined)
  return reply.ok ? { url: reply.data.path, alt: "" } : { error: reply.message }
}
