import { safetyProviders, SafetyLevel, type SafetyProvider } from "@/lib/contract/community/content-safety.enums"
import { HitKind } from "@/lib/contract/community/sensitive-word.enums"
import type { ReviewDetail } from "@/lib/contract/types"
import { minute } from "@/lib/rules/time"
import { findingText } from "./safety-finding"

type Verdict = ReviewDetail["safety"][number]

const tagOf = (level: number): string => (level === SafetyLevel.block ? "tag bad" : level === SafetyLevel.pass ? "tag ok" : "tag warn")
const serviceOf = (provider: string): string => safetyProviders[provider as SafetyProvider] ?? "内容安全服务"

/** What content-safety services said about a thing: each verdict with the places, categories and words of its findings. */
export const SafetyVerdicts = ({ verdicts }: { verdicts: readonly Verdict[] }) => (
  <ul className="review-hits">
    {verdicts.map(({ kind, provider, level, checked_at, findings }) => (
      <li key={kind}>
        <span className={tagOf(level)}>{SafetyLevel.labelOf(level)}</span>
        <span className="muted">{` ${HitKind.labelOf(kind)} · ${serviceOf(provider)}${checked_at ? ` · ${minute(checked_at)}` : ""}`}</span>
        {findings.map((finding, at) => (
          <p key={at}>{findingText(finding)}</p>
        ))}
      </li>
    ))}
  </ul>
)
