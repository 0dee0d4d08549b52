import { createDecipheriv, createPrivateKey, createPublicKey, X509Certificate } from "node:crypto"
import { z } from "zod"
import { GatewayError } from "./payment.port"

/* Strips a pasted key to its base64: with or without the BEGIN and END lines, on one line or many. */

const bare = (text: string): string => text.replace(/-----[^-]+-----/g, "").replace(/\s+/g, "")

const pem = (label: string, text: string): string =>
  `-----BEGIN ${label}-----\n${
    bare(text)
      .match(/.{1,64}/g)
      ?.join("\n") ?? ""
  }\n-----END ${label}-----\n`

const reading = <T>(name: string, read: () => T): T => {
  try {
    return read()
  } catch {
    throw new GatewayError("config", name)
  }
}

/**
 * Converts a PKCS#8 or PKCS#1 key to PKCS#8 PEM.
 * @throws GatewayError "config"
 */
export const privateKeyOf = (text: string): string =>
  reading("private key", () => {
    const [first = "", second = ""] = ["PRIVATE KEY", "RSA PRIVATE KEY"].map((label) => pem(label, text))
    const key = ((): ReturnType<typeof createPrivateKey> => {
      try {
        return createPrivateKey(first)
      } catch {
        return createPrivateKey(second)
      }
    })()
    return key.export({ type: "pkcs8", format: "pem" }).toString()
  })

/** @throws GatewayError "config" */
export const publicKeyOf = (text: string): string =>
  reading("public key", () => createPublicKey(pem("PUBLIC KEY", text)).export({ type: "spki", format: "pem" }).toString())

/**
 * Reads a certificate's serial number and public key.
 * @throws GatewayError "config"
 */
export const certificateOf = (text: string): { serial: string; key: string; valid_to: Date } =>
  reading("certificate", () => {
    const certificate = new X509Certificate(pem("CERTIFICATE", text))
    const key = certificate.publicKey.export({ type: "spki", format: "pem" }).toString()
    return { serial: certificate.serialNumber, key, valid_to: new Date(certificate.validTo) }
  })

/** A key without its BEGIN and END lines. */
export const bareKey = bare

/** Data that WeChat encrypted with the merchant's APIv3 key. */
export const Sealed = z.object({
  algorithm: z.string(),
  ciphertext: z.string(),
  nonce: z.string(),
  associated_data: z.string().default(""),
})

/**
 * Decrypts AES-256-GCM data; the last 16 bytes are the tag.
 * @throws GatewayError "signature" if it was encrypted with another key
 */
export const openSealed = ({ ciphertext, nonce, associated_data }: z.output<typeof Sealed>, key: string): string => {
  try {
    const bytes = Buffer.from(ciphertext, "base64")
    const decipher = createDecipheriv("aes-256-gcm", Buffer.from(key), Buffer.from(nonce))
    decipher.setAuthTag(bytes.subarray(-16))
    decipher.setAAD(Buffer.from(associated_data))
    return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]).toString("utf8")
  } catch {
    throw new GatewayError("signature", "resource")
  }
}
