import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from "node:crypto"

/* A passkey's authenticator and browser in one (W3C WebAuthn Level 3, ES256, attestation "none"). */

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest()
const base64url = (data: string | Buffer) => Buffer.from(data).toString("base64url")
/** Flags of authenticator data: user present, user verified, attested credential data. */
const [present, verified, attested] = [0x01, 0x04, 0x40]

const authenticatorData = (rpId: string, flags: number, counter: number, rest = Buffer.alloc(0)) => {
  const count = Buffer.alloc(4)
  count.writeUInt32BE(counter)
  return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, rest])
}

/** Returns the CBOR of a COSE key `{1: 2, 3: -7, -1: 1, -2: x, -3: y}`. */
const coseKey = (key: KeyObject) => {
  const { x = "", y = "" } = key.export({ format: "jwk" })
  const point = (name: number, text: string) => Buffer.concat([Buffer.from([name, 0x58, 0x20]), Buffer.from(text, "base64url")])
  return Buffer.concat([Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01]), point(0x21, x), point(0x22, y)])
}

/** Returns the CBOR of `{fmt: "none", attStmt: {}, authData}`. */
const attestationObject = (authData: Buffer) => {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(authData.length)
  const text = (word: string) => Buffer.concat([Buffer.from([0x60 + word.length]), Buffer.from(word)])
  return Buffer.concat([
    Buffer.from([0xa3]),
    text("fmt"),
    text("none"),
    text("attStmt"),
    Buffer.from([0xa0]),
    text("authData"),
    Buffer.from([0x59]),
    length,
    authData,
  ])
}

/** The origin that the browser reports, and whether the authenticator verifies the user. */
export type At = { origin: string; verifies?: boolean; challenge?: string; rpId?: string }

/** Creates a passkey: answers the site's options as `navigator.credentials` would, as JSON text. */
export const createAuthenticator = () => {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
  const id = randomBytes(32)
  let counter = 0
  const clientData = (type: string, challenge: string, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const credential = { id: base64url(id), rawId: base64url(id), type: "public-key", clientExtensionResults: {} }
  return {
    id: base64url(id),
    /** Sets the counter to another value, as a cloned passkey would have. */
    rewind: (to: number) => void (counter = to),
    create: (options: string, { origin, verifies = true, challenge, rpId }: At): string => {
      const parsedOptions = JSON.parse(options) as { challenge: string; rp: { id: string } }
      const credentialData = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, coseKey(publicKey)])
      const data = authenticatorData(rpId ?? parsedOptions.rp.id, present | attested | (verifies ? verified : 0), counter, credentialData)
      return JSON.stringify({
        ...credential,
        response: {
          clientDataJSON: base64url(clientData("webauthn.create", challenge ?? parsedOptions.challenge, origin)),
          attestationObject: base64url(attestationObject(data)),
          transports: ["internal"],
        },
      })
    },
    get: (options: string, { origin, verifies = true, challenge, rpId }: At): string => {
      const parsedOptions = JSON.parse(options) as { challenge: string; rpId: string }
      counter += 1
      const data = authenticatorData(rpId ?? parsedOptions.rpId, present | (verifies ? verified : 0), counter)
      const client = clientData("webauthn.get", challenge ?? parsedOptions.challenge, origin)
      return JSON.stringify({
        ...credential,
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(sign("sha256", Buffer.concat([data, sha256(client)]), privateKey)),
        },
      })
    },
  }
}
