import { expect, test } from "vitest"
import { passkeyHost } from "./passkey-host"

test.each([
  ["https://wenku.example.org/", "wenku.example.org"],
  [" wenku.example.org ", "wenku.example.org"],
  ["http://localhost:9500", "localhost"],
  ["https://文库.example.org", "xn--dxtr8m.example.org"],
  ["", ""],
  ["https://192.0.2.7", ""],
  ["http://[2001:db8::1]:8080", ""],
  ["http://0x7f.1", ""],
])("passkeys of %j belong to %j", (domain, host) => expect(passkeyHost(domain)).toBe(host))
