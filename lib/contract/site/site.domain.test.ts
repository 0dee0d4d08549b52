import { expect, test } from "vitest"
import { refusedDomain } from "./site.domain"

test.each([
  "",
  "https://doc.example.cn",
  "https://doc.example.cn/",
  "HTTPS://doc.example.cn:8443",
  "doc.example.cn",
  "doc.example.cn:8443",
  "https://文库.中国",
  "http://127.0.0.1:9030",
  "http://localhost:9030",
  "http://wenku",
  "http://wenku.lan",
  "http://[::1]:9030",
  "https://192.168.1.5",
])("%s is a valid site address", (text) => expect(refusedDomain(text)).toBeNull())

test.each([
  ["https://doc.example.cn/wenku", /不带后面的路径/],
  ["https://doc.example.cn?x=1", /不带后面的路径/],
  ["https://user:secret@doc.example.cn", /不带后面的路径/],
  ["ftp://doc.example.cn", /不带后面的路径/],
  ["javascript:alert(1)", /不带后面的路径/],
  ["doc example cn", /不带后面的路径/],
  ["https://doc.example.cn:99999", /不带后面的路径/],
  ["https://-doc", /主机名不正确/],
  ["https://doc_example", /主机名不正确/],
  ["http://doc.example.cn", /要用 https/],
])("%s is not a valid site address", (text, sentence) => expect(refusedDomain(text)).toMatch(sentence))
