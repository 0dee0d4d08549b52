/**
 * A page whose data did not come must not answer 200: the page cache would keep it, and it could not go on showing the
 * last good one. Thrown, it becomes a 500 with the calm view of app/(site)/error.tsx.
 */
export const pageError = (message: string): Error => new Error(message || "这一页暂时没有加载出来")
