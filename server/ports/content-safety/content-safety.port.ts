import type { SafetyProvider } from "../../../lib/contract/community/content-safety.enums"

/** An account at a content-safety service. */
export type SafetyAccount = { provider: SafetyProvider; key_id: string; key_secret: string }

/**
 * What the service found: a `SensitiveCategory`, its own label, its certainty from 0 to 100, and the words that it names; pictures have no
 * words.
 */
export type SafetyFinding = { category: number; label: string; score: number; words: string[] }
/** `level` is a `SafetyLevel`, never `unchecked`. */
export type SafetyVerdict = { level: number; findings: SafetyFinding[] }

/** Carries a message for staff that contains neither secrets nor what was checked. */
export class SafetyError extends Error {}

export interface ContentSafetyPort {
  /**
   * Checks a text of any length. A request takes at most 20 seconds.
   * @throws SafetyError
   */
  checkText(account: SafetyAccount, text: string, signal?: AbortSignal): Promise<SafetyVerdict>
  /**
   * Checks a picture: WebP, PNG, JPEG or GIF of at most 7 MB.
   * @throws SafetyError
   */
  checkPicture(account: SafetyAccount, picture: Buffer, signal?: AbortSignal): Promise<SafetyVerdict>
}
