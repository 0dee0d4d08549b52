/** Event for the comment form, which may not be loaded yet. */
export const commentPageEvent = "doujia:comment-page"

/** Opens the form to comment on page `page`. */
export const askAboutPage = (page: number): void => void window.dispatchEvent(new CustomEvent(commentPageEvent, { detail: page }))
