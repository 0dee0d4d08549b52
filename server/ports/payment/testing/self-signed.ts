import { createPublicKey, createSign } from "node:crypto"

const der = (tag: number, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts)
  const bytes = body.length < 128 ? [body.length] : body.length < 256 ? [0x81, body.length] : [0x82, body.length >> 8, body.length & 255]
  return Buffer.concat([Buffer.from([tag, ...bytes]), body])
}
const oid = (hex: string) => der(0x06, Buffer.from(hex, "hex"))
const sha256WithRsa = der(0x30, oid("2a864886f70d01010b"), der(0x05))
const name = (text: string) => der(0x30, der(0x31, der(0x30, oid("550403"), der(0x0c, Buffer.from(text)))))
const time = (text: string) => der(0x17, Buffer.from(text))

/** Creates a self-signed certificate for these keys as PEM, valid from 2020 to 2045. `serial` is hexadecimal. */
export const selfSigned = (keys: { publicKey: string; privateKey: string }, serial: string): string => {
  const algorithm = createPublicKey(keys.publicKey).export({ type: "spki", format: "der" })
  const content = der(
    0x30,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from(serial, "hex")),
    sha256WithRsa,
    name("stand-in"),
    der(0x30, time("200101000000Z"), time("450101000000Z")),
    name("stand-in"),
    algorithm,
  )
  const signature = createSign("RSA-SHA256").update(content).sign(keys.privateKey)
  const text = der(0x30, content, sha256WithRsa, der(0x03, Buffer.from([0]), signature)).toString("base64")
  return `-----BEGIN CERTIFICATE-----\n${text.match(/.{1,64}/g)!.join("\n")}\n-----END CERTIFICATE-----\n`
}
