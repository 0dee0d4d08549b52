import { SafetyLevel } from "../../../lib/contract/community/content-safety.enums"
import { SensitiveCategory } from "../../../lib/contract/community/sensitive-word.enums"
import { SafetyError, type ContentSafetyPort, type SafetyAccount, type SafetyVerdict } from "./content-safety.port"

/** Words and beginnings of pictures that the fake objects to. */
export const memorySafetyMarks = { block: "违规内容", review: "可疑内容" }

type Checked = { account: SafetyAccount; text?: string; picture?: Buffer }

/**
 * The fake: objects to texts and pictures that contain a mark, keeps what it was asked, and `refuseWith` makes the next calls fail.
 */
export const memoryContentSafety = (): ContentSafetyPort & { checked: Checked[]; refuseWith: string } => {
  const verdictOf = (text: string): SafetyVerdict => {
    const { block, review } = memorySafetyMarks
    const mark = [block, review].find((one) => text.includes(one))
    if (!mark) return { level: SafetyLevel.pass, findings: [] }
    return {
      level: mark === block ? SafetyLevel.block : SafetyLevel.review,
      findings: [{ category: SensitiveCategory.obscene, label: "porn", score: 98, words: [mark] }],
    }
  }
  const check = async (checked: Checked, content: string, signal?: AbortSignal): Promise<SafetyVerdict> => {
    signal?.throwIfAborted()
    if (port.refuseWith) throw new SafetyError(port.refuseWith.replaceAll(checked.account.key_secret, "***"))
    port.checked.push(checked)
    return verdictOf(content)
  }
  const port = {
    checked: [] as Checked[],
    refuseWith: "",
    checkText: (account: SafetyAccount, text: string, signal?: AbortSignal) => check({ account, text }, text, signal),
    checkPicture: async (account: SafetyAccount, picture: Buffer, signal?: AbortSignal) => {
      const { level, findings } = await check({ account, picture }, picture.toString("utf8"), signal)
      return { level, findings: findings.map((finding) => ({ ...finding, words: [] })) }
    },
  }
  return port
}
