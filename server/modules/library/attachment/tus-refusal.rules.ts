/** An answer that the tus library sends to the client; the library's own are plain objects, which have no stack. */
export const tusRefusal = (answer: { status_code: number; body: string }): Error => Object.assign(new Error(answer.body.trim()), answer)
