/* Ways over the keyboard: every key beside the one before it, as in 1qazxsw2 or zaq!@wsx. */

/** The rows as they lie, each half a key to the right of the one above. */
const rows = ["`1234567890-=", "qwertyuiop[]\\", "asdfghjkl;'", "zxcvbnm,./"]
/** What the same keys write with shift. */
const shifted = ["~!@#$%^&*()_+", "QWERTYUIOP{}|", 'ASDFGHJKL:"', "ZXCVBNM<>?"]

type Key = { row: number; at: number }
const keys = new Map<string, Key>()
for (const layer of [rows, shifted])
  for (const [row, text] of layer.entries())
    // the first row begins one key further to the left
    for (const [at, letter] of [...text].entries()) keys.set(letter, { row, at: row === 0 ? at - 1 : at })

const touch = (one: Key | undefined, other: Key | undefined): boolean => {
  if (!one || !other) return false
  const [down, right] = [other.row - one.row, other.at - one.at]
  if (down === 0) return Math.abs(right) <= 1
  return down === 1 ? right === 0 || right === -1 : down === -1 && (right === 0 || right === 1)
}

const shortest = 3

/** True where nothing but such ways make up the text, of three keys each at least. */
export const isKeyboardWalk = (text: string): boolean => {
  const found = [...text].map((letter) => keys.get(letter))
  const lengths = [1]
  for (let at = 1; at < found.length; at++) {
    if (touch(found[at - 1], found[at])) lengths[lengths.length - 1]! += 1
    else lengths.push(1)
  }
  return text !== "" && lengths.every((length) => length >= shortest)
}
