import { randomText, randomInteger } from "./random"
import { drawPicture } from "./picture"
import { boundedSettings, type CaptchaPort, type CaptchaSettings, type DrawnCaptcha } from "./captcha.port"
import { loadVoices, speak, type Voices } from "./speech"
import { drawChallenge, powKeys, solves } from "./pow-challenge"

const SPOKEN = "0123456789"
/** Digits without zero, which resembles an eight when a line crosses it. */
const DIGITS = "123456789"
/** Letters and digits without lookalikes: 0 o, 1 i l j, 2 z, 5 s, 6 b, 9 g q, u v, c e, f t. */
const LETTERS = "3478adhkmnprwxy"

/** Generates a sum or difference of a two-digit and a one-digit number with a result above zero: "12 + 7 = ?" */
const drawSum = (): { text: string; answer: string } => {
  const [left, right] = [10 * randomInteger(1, 4) + randomInteger(1, 9), randomInteger(1, 9)]
  return randomInteger(0, 1)
    ? { text: `${left} + ${right} = ?`, answer: String(left + right) }
    : { text: `${left} - ${right} = ?`, answer: String(left - right) }
}

const textFor = ({ type, length }: CaptchaSettings): { text: string; answer: string } => {
  if (type === "math") return drawSum()
  const text = randomText(type === "string" ? LETTERS : DIGITS, length)
  return { text, answer: text }
}

const dataUri = (type: string, content: Buffer): string => `data:${type};base64,${content.toString("base64")}`

type Options = {
  /** folder of the spoken digits: server/ports/captcha/voices under the project's root */
  voices: string
  /** the application's secret; the keys of the challenges are derived from it */
  secret: Uint8Array
  now: () => Date
}

/** Creates captchas on this machine, without a third party. Voices are loaded with the first audio captcha. */
export const createLocalCaptcha = ({ voices: folder, secret, now }: Options): CaptchaPort => {
  const keys = powKeys(secret)
  let loading: Promise<Voices> | undefined
  const wav = async (digits: string): Promise<string> => {
    loading ??= loadVoices(folder)
    const spoken = await loading.catch((cause: unknown) => {
      loading = undefined
      throw new Error(`the captcha's voices cannot be read from ${folder}`, { cause })
    })
    return dataUri("audio/wav", speak(digits, spoken))
  }
  const drawImage = async (settings: CaptchaSettings): Promise<DrawnCaptcha> => {
    const { text, answer } = textFor(settings)
    // voices exist only for digits: other kinds get an audio alternative with digits of its own
    const spoken = settings.type === "digit" ? answer : randomText(SPOKEN, settings.length)
    const [picture, audio] = await Promise.all([drawPicture(text, settings), wav(spoken)])
    return { answer, spoken, media: dataUri("image/png", picture), audio }
  }
  return {
    draw: async (input) => {
      const settings = boundedSettings(input)
      if (settings.type === "pow") {
        const challenge = await drawChallenge(keys, now())
        return { answer: challenge.signature, media: "", challenge }
      }
      if (settings.type !== "audio") return drawImage(settings)
      const answer = randomText(SPOKEN, settings.length)
      return { answer, media: await wav(answer) }
    },
    verifyPow: (record, payload) => solves(keys, record, payload, now()),
  }
}
