import type { Feedback } from "@/components/providers/feedback-types"
import type { Refused } from "@/lib/api/result"
import type { Result } from "@/lib/contract/types"

/**
 * Offers to repeat a call that got no answer in time. A POST may have been carried out, and a second one would create or pay a second time,
 * so the user is asked to look first. This module is loaded with the first such call.
 */
export const afterTimeout = async <T>(reply: Refused, repeat: () => Promise<Result<T>>, feedback: Feedback): Promise<Result<T>> => {
  if (reply.timedOut === "POST") return { ...reply, message: "服务器没有及时回答，刚才的操作可能已经完成。请先核对，再决定要不要重试" }
  const agreed = await feedback.confirm({
    title: "服务器没有及时回答",
    content: "刚才的操作可能还没有完成。可以再试一次，或者稍后再看。",
    okText: "重试",
    cancelText: "先不试",
  })
  return agreed ? repeat() : reply
}
