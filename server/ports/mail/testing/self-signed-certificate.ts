import { generateKeyPairSync, sign } from "node:crypto"

/** Generates a self-signed certificate in DER, which avoids a key in the repository and a program to install. */
const der = (tag: number, ...parts: Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts)
  const length =
    content.length < 128
      ? [content.length]
      : content.length < 256
        ? [0x81, content.length]
        : [0x82, content.length >> 8, content.length & 255]
  return Buffer.concat([Buffer.from([tag, ...length]), content])
}
const sequence = (...parts: Uint8Array[]) => der(0x30, ...parts)
const oid = (hex: string) => der(0x06, Buffer.from(hex, "hex"))
const utf8 = (text: string) => der(0x0c, Buffer.from(text))
const time = (date: Date) => der(0x18, Buffer.from(date.toISOString().replace(/[-:T]|\.\d+/g, "")))
const day = 86_400_000

/** `host` is an IPv4 address or a name. `validFrom` is in days from now; the certificate is valid for thirty days. */
export const ownCertificate = (host: string, validFrom = -1): { key: string; cert: string } => {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
  const ecdsaWithSha256 = sequence(oid("2a8648ce3d040302"))
  const name = sequence(der(0x31, sequence(oid("550403"), utf8("Doujia test"))))
  const from = Date.now() + validFrom * day
  const alternative = /^[\d.]+$/.test(host) ? der(0x87, Buffer.from(host.split(".").map(Number))) : der(0x82, Buffer.from(host))
  const extensions = sequence(
    sequence(oid("551d11"), der(0x04, sequence(alternative))),
    sequence(oid("551d13"), der(0x01, Buffer.from([0xff])), der(0x04, sequence(der(0x01, Buffer.from([0xff]))))),
  )
  const content = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1, ...Buffer.from(Date.now().toString(16).padStart(12, "0"), "hex")])),
    ecdsaWithSha256,
    name,
    sequence(time(new Date(from)), time(new Date(from + 30 * day))),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, extensions),
  )
  const signature = der(0x03, Buffer.from([0]), sign("sha256", content, privateKey))
  const base64 = sequence(content, ecdsaWithSha256, signature)
    .toString("base64")
    .replace(/(.{64})/g, "$1\n")
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`,
  }
}
