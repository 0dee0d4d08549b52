import { ComplaintStatus } from "@/lib/contract/community/complaint.enums"
import { day } from "@/lib/rules/time"

type Facts = {
  number: string
  titles: string[]
  reason: string
  outcome: string
  counter_name: string
  counter_statement: string
  due_at: Date | null
}

const { pending, dismissed, takenDown, countered, restored } = ComplaintStatus

const because = (reason: string) => (reason ? [`理由：${reason}`] : [])
const until = (due: Date | null) => (due ? day(due) : "期限")

/** Returns title and lines of the mail to the complainant about one step. */
export const complaintMail = (step: number, facts: Facts): { title: string; lines: string[] } => {
  const { number, titles, reason, outcome, due_at } = facts
  const about = `涉及的内容：${titles.map((title) => `《${title}》`).join("、")}`
  if (step === pending)
    return {
      title: `已收到版权投诉 ${number}`,
      lines: [`我们收到了你的版权投诉，编号 ${number}。`, about, `处理结果会发到这个邮箱，最晚 ${until(due_at)} 处理。`],
    }
  if (step === dismissed)
    return { title: `版权投诉 ${number} 不成立`, lines: ["你的版权投诉经核实不成立，内容没有下架。", about, ...because(reason)] }
  if (step === takenDown)
    return {
      title: `版权投诉 ${number} 的内容已下架`,
      lines: [
        "你投诉的内容已经下架。",
        about,
        ...because(reason),
        `上传者可以在 ${until(due_at)} 之前提交反通知；如果提交，我们会转给你。`,
      ],
    }
  if (step === countered)
    return {
      title: `版权投诉 ${number} 收到反通知`,
      lines: [
        "上传者提交了反通知，认为没有侵权。",
        about,
        `反通知人：${facts.counter_name}`,
        `反通知内容：${facts.counter_statement}`,
        `如果你在 ${until(due_at)} 之前向法院起诉或向主管部门投诉，请回复这封邮件并附上凭证；否则我们可能恢复这些内容。`,
      ],
    }
  return step === restored
    ? { title: `版权投诉 ${number} 的内容已恢复`, lines: ["投诉涉及的内容已经恢复展示，投诉到此结束。", about, ...because(outcome)] }
    : { title: `版权投诉 ${number} 已结束`, lines: ["投诉涉及的内容维持下架，投诉到此结束。", about, ...because(outcome)] }
}
