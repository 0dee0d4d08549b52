/** Metadata of a page without its data: `missing` only where there is none; a failure to read it says nothing of what there is. */
export const missingMetadata = (reply: { status: number } | null, missing: string): { title: string; robots: { index: false } } => ({
  title: reply && reply.status >= 500 ? "这一页暂时打不开" : missing,
  robots: { index: false },
})

/**
 * A page whose data did not come must not answer 200: the page cache would keep it, and it could not go on showing the
 * last good one. Thrown, it becomes a 500 with the calm view of app/(site)/error.tsx.
 */
export const pageError = (message: string): Error => new Error(message || "这一页暂时没有加载出来")
