import { expect, test } from "vitest"
import { isTest, sources } from "./source"

/** Returns the opening tags of `<form>` and antd's `<Form>` in a source. */
const formTags = (text: string): string[] =>
  [...text.matchAll(/<(form|Form(?:<(?:[^<>]|<[^<>]*>)*>)?)(?=[\s>])/g)].map(({ index }) => {
    let depth = 0
    let end = index
    for (; end < text.length; end++) {
      if (text[end] === "{") depth++
      if (text[end] === "}") depth--
      if (text[end] === ">" && depth === 0 && /[\s}"\w]/.test(text[end - 1]!) && !/^<Form<[^>]*$/.test(text.slice(index, end))) break
    }
    return text.slice(index, end)
  })
/** A form without an element of its own validates nothing in the browser. */
const isSilent = (tag: string): boolean => /\bnoValidate\b|component=\{false\}/.test(tag)

test("no form lets the browser explain an input in its own language", () => {
  const tags = sources
    .filter(({ path }) => /^(app|components)\/.*\.tsx$/.test(path) && !isTest(path))
    .flatMap(({ path, text }) => formTags(text).map((tag) => ({ path, tag })))
  expect(tags.length).toBeGreaterThan(25)
  expect(tags.filter(({ tag }) => !isSilent(tag)).map(({ path, tag }) => `${path}: ${tag.slice(0, 60)}`)).toEqual([])
})

test("the check reads a tag to its end", () => {
  const tags = formTags(`<form onSubmit={(e) => { go(e) }} className="a">x</form> <Form<A> form={form}\n noValidate> <Form.Item> <form>`)
  expect(tags).toEqual([`<form onSubmit={(e) => { go(e) }} className="a"`, `<Form<A> form={form}\n noValidate`, "<form"])
  expect(tags.map(isSilent)).toEqual([false, true, false])
})
