/** Parses a mail as a mail client does: unfolds and decodes headers, and indexes parts by type. */
export type ReceivedMail = { headers: Record<string, string[]>; parts: Record<string, string> }

const quotedPrintable = (text: string): Buffer =>
  Buffer.from(
    text.replace(/=\r?\n/g, "").replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    "latin1",
  )

const word = (text: string): string =>
  text
    .replace(/\?=\s+=\?/g, "?==?")
    .replace(/(?:=\?utf-8\?[bq]\?[^?]*\?=)+/gi, (run) =>
      Buffer.concat(
        [...run.matchAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi)].map(([, kind, coded]) =>
          kind!.toLowerCase() === "b" ? Buffer.from(coded!, "base64") : quotedPrintable(coded!.replaceAll("_", " ")),
        ),
      ).toString("utf8"),
    )

const split = (raw: string): { headers: Record<string, string[]>; body: string } => {
  const end = raw.indexOf("\r\n\r\n")
  const headers: Record<string, string[]> = {}
  for (const line of raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, " ")
    .split("\r\n")) {
    const at = line.indexOf(":")
    const name = line.slice(0, at).toLowerCase()
    headers[name] = [...(headers[name] ?? []), word(line.slice(at + 1).trim())]
  }
  return { headers, body: raw.slice(end + 4) }
}

const decoded = (body: string, encoding: string | undefined): string =>
  encoding === "base64"
    ? Buffer.from(body, "base64").toString("utf8")
    : encoding === "quoted-printable"
      ? quotedPrintable(body).toString("utf8")
      : body

export const readMail = (raw: string): ReceivedMail => {
  const { headers, body } = split(raw)
  const boundary = /boundary="?([^";]+)"?/.exec(headers["content-type"]?.[0] ?? "")?.[1]
  const parts: Record<string, string> = {}
  for (const piece of boundary ? body.split(`--${boundary}`).slice(1, -1) : [raw]) {
    const part = split(piece.replace(/^\r\n/, "").replace(/\r\n$/, ""))
    parts[part.headers["content-type"]![0]!.split(";")[0]!] = decoded(part.body, part.headers["content-transfer-encoding"]?.[0])
  }
  return { headers, parts }
}
