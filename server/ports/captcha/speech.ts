import { randomBytes } from "node:crypto"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { randomBetween, oneOf, randomInteger } from "./random"

/** 8 kHz, one channel, 8 bits unsigned: telephone quality, 8 KB per second. */
const RATE = 8_000
const HEADER = 44
const SPEAKERS = ["a", "b", "c"]

/** Samples from -1 to 1. */
type Sound = Float32Array
/** The digits 0–9 of each speaker. */
export type Voices = Sound[][]

/** Reads `<speaker>-<digit>.wav` from the folder. The recordings were made once, see voices/README.md. */
export const loadVoices = (folder: string): Promise<Voices> =>
  Promise.all(
    SPEAKERS.map((speaker) =>
      Promise.all(
        Array.from({ length: 10 }, async (_, digit) => {
          const file = await readFile(join(folder, `${speaker}-${digit}.wav`))
          return Float32Array.from(file.subarray(HEADER), (byte) => (byte - 128) / 128)
        }),
      ),
    ),
  )

/** Plays the sound at `speed` times its rate. The pitch rises too, but Mandarin tones are relative and survive it. */
const atSpeed = (sound: Sound, speed: number): Sound =>
  Float32Array.from({ length: Math.floor((sound.length - 1) / speed) }, (_, at) => {
    const [index, rest] = [Math.floor(at * speed), (at * speed) % 1]
    return sound[index]! * (1 - rest) + sound[index + 1]! * rest
  })

const mixIn = (track: Sound, sound: Sound, from: number, loudness: number): void => {
  for (let at = 0; at < sound.length && from + at < track.length; at++) track[from + at]! += sound[at]! * loudness
}

/** Adds noise and snippets of reversed speech, which carry no meaning but sound like speech to a recogniser. */
const addBackground = (track: Sound, voices: Voices): void => {
  const noise = randomBytes(track.length)
  const loudness = randomBetween(0.05, 0.08)
  let dull = 0
  for (let at = 0; at < track.length; at++) {
    dull += 0.35 * ((noise[at]! - 127.5) / 127.5 - dull)
    track[at]! += dull * loudness
  }
  for (let from = randomInteger(0, RATE / 4); from < track.length; from += randomInteger(RATE / 5, RATE / 2))
    mixIn(track, atSpeed(oneOf(oneOf(voices)).toReversed(), randomBetween(0.8, 1.3)), from, randomBetween(0.06, 0.13))
}

const toWav = (track: Sound): Buffer => {
  const wav = Buffer.alloc(HEADER + track.length)
  wav.write("RIFF", 0, "latin1")
  wav.writeUInt32LE(wav.length - 8, 4)
  wav.write("WAVEfmt ", 8, "latin1")
  wav.writeUInt32LE(16, 16)
  wav.writeUInt16LE(1, 20)
  wav.writeUInt16LE(1, 22)
  wav.writeUInt32LE(RATE, 24)
  wav.writeUInt32LE(RATE, 28)
  wav.writeUInt16LE(1, 32)
  wav.writeUInt16LE(8, 34)
  wav.write("data", 36, "latin1")
  wav.writeUInt32LE(track.length, 40)
  track.forEach((value, at) => (wav[HEADER + at] = Math.round(Math.min(1, Math.max(-1, value)) * 127) + 128))
  return wav
}

/**
 * Returns a WAV file with `digits` spoken in Mandarin: one speaker, a separate speed for each digit, pauses of a third to two thirds of a
 * second. At most 90 KB for 8 digits.
 */
export const speak = (digits: string, voices: Voices): Buffer => {
  const speaker = oneOf(voices)
  const spoken = [...digits].map((digit) => atSpeed(speaker[Number(digit)]!, randomBetween(0.88, 1.12)))
  const pauses = spoken.map(() => randomInteger(Math.round(RATE * 0.32), Math.round(RATE * 0.62)))
  const track = new Float32Array(spoken.reduce((sum, word, at) => sum + word.length + pauses[at]!, Math.round(RATE * 0.4)))
  addBackground(track, voices)
  let from = pauses[0]!
  spoken.forEach((word, at) => {
    mixIn(track, word, from, randomBetween(0.85, 1.05))
    from += word.length + (pauses[at + 1] ?? 0)
  })
  return toWav(track)
}
