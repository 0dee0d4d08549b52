import { SafetyLevel } from "@/lib/contract/community/content-safety.enums"
import type { LoggedIn } from "@/server/context"
import { invalid } from "@/server/errors"
import { SafetyError, type SafetyVerdict } from "@/server/ports/content-safety/content-safety.port"
import { safetySetting } from "./safety-check.usecases"

const sampleText = "这是一句用来测试的话：今天天气很好，适合读书。"
/** A grey gradient of 300 × 300 pixels (PNG); services refuse pictures that are much smaller. */
const samplePicture = Buffer.from(
  [
    "iVBORw0KGgoAAAANSUhEUgAAASwAAAEsCAAAAABcFtGpAAABg0lEQVR42u3QQQ0AAAjEMA6t+NeABb4k3Rw0U/HxLp2DBQsWLFiwBAsWLFiwYAkWLFiwYMESLFiw",
    "YMGCJViwYMGCBUuwYMGCBQuWYMGCBQsWLMGCBQsWLFiCBQsWLFiwBAsWLFiwYAkWLFiwYMESLFiwYMGCJViwYMGCBUuwYMGCBQuWYMGCBQsWLMGCBQsWLFiCBQsW",
    "LFiwBAsWLFiwYAkWLFiwYMESLFiwYMGCJViwYMGCBUuwYMGCBQuWYMGCBQsWLMGCBQsWLFiCBQsWLFiwBAsWLFiwYAkWLFiwYMESLFiwYMGCJViwYMGCBUuwYMGC",
    "BQuWYMGCBQsWLMGCBQsWLFiCBQsWLFiwBAsWLFiwYAkWLFiwYMESLFiwYMGCJViwYMGCBUuwYMGCBQuWYMGCBQsWLMGCBQsWLFiCBQsWLFiwBAsWLFiwYAkWLFiw",
    "YMESLFiwYMGCJViwYMGCBUuwYMGCBQuWYMGCBQsWLMGCBQsWLFiCBQsWLFiwBAsWLFifWqf8A1F3LasuAAAAAElFTkSuQmCC",
  ].join(""),
  "base64",
)

/** Runs one check. A refusal by the service is a result. */
const attempt = async (check: () => Promise<SafetyVerdict>) => {
  const begun = performance.now()
  const took = () => Math.round(performance.now() - begun)
  try {
    const { level } = await check()
    return { level, error: "", milliseconds: took() }
  } catch (error) {
    if (!(error instanceof SafetyError)) throw error
    return { level: SafetyLevel.unchecked, error: error.message, milliseconds: took() }
  }
}

/**
 * Serves `POST /config/safety/test`: lets the service of the saved settings check a sentence and a picture, which need different rights of
 * its key. It costs money.
 */
export const testContentSafety = async ({ app }: LoggedIn) => {
  const setting = await safetySetting(app)
  if (!setting) throw invalid("还没有选择内容安全服务，或者没有填密钥，请填好并保存后再试")
  const { account } = setting
  const [text, picture] = await Promise.all([
    attempt(() => app.contentSafety.checkText(account, sampleText)),
    attempt(() => app.contentSafety.checkPicture(account, samplePicture)),
  ])
  return { text, picture }
}
