import { expect, test } from "vitest"
import { isTest, sources } from "./source"

/*
 * What no lint rule of ours finds and the oldest supported browsers (browserslist in package.json) lack. A regular expression that they
 * cannot read is a syntax error, which takes the whole script with it; e2e/bundle.spec.ts checks what is built of packages.
 */

type Newer = {
  pattern: RegExp
  since: string
  /** the files that may contain it, and why */
  except?: Readonly<Record<string, string>>
}

const newer: Record<string, Newer> = {
  "lookbehind in a regular expression": {
    pattern: /\(\?<[=!]/,
    since: "Safari 16.4",
    except: { "lib/rules/site/crawlers.ts": "names robots on the server; no component imports it" },
  },
  "the v flag of a regular expression": {
    pattern: /[=(,:!&|?[]\s*\/(?![*/])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[dgimsuy]*v/,
    since: "Chromium 112",
  },
  "named groups of one name": { pattern: /\(\?<(\w+)>[^\n]*\(\?<\1>/, since: "Chromium 125" },
  inert: {
    pattern: /\binert\b(?=["'=:])|[."]inert\b/,
    since: "Chromium 102, Safari 15.5",
    except: { "components/admin/crud/crud-table.tsx": "a hidden second checkbox stays in the tab order there" },
  },
  "Intl.Segmenter": { pattern: /Intl\.Segmenter/, since: "Firefox 125" },
  scrollend: { pattern: /\bscrollend\b|onScrollEnd/, since: "Chromium 114, Safari 26" },
  "asynchronous iteration": {
    pattern: /\bfor await\b/,
    since: "of a stream: Chromium 124, Firefox 110, not in Safari",
    except: {
      "lib/upload/md5.ts": "a generator of our own",
      "lib/upload/proof.ts": "a generator of our own",
    },
  },
}

const browserSources = sources.filter(({ path }) => /^(app|components|lib|stores|instrumentation-client)/.test(path) && !isTest(path))
const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "")

test("the sources of browsers are read", () => expect(browserSources.length).toBeGreaterThan(500))

test.each(Object.entries(newer))("%s is in no file that browsers load", (_, { pattern, since, except = {} }) => {
  const uses = browserSources.filter(({ text }) => pattern.test(withoutComments(text))).map(({ path }) => path)
  expect(uses.toSorted(), since).toEqual(Object.keys(except).toSorted())
})

test("the patterns find what they are for", () => {
  const examples: Record<string, string> = {
    "lookbehind in a regular expression": `text.replace(/(?<!a)b/, "")`,
    "the v flag of a regular expression": `const a = /[\\p{L}--[a-z]]/v`,
    "named groups of one name": `/(?<year>\\d{4})-x|x-(?<year>\\d{4})/`,
    inert: `<div inert={true}>`,
    "Intl.Segmenter": `new Intl.Segmenter("zh")`,
    scrollend: `list.addEventListener("scrollend", end)`,
    "asynchronous iteration": `for await (const part of reply.body!)`,
  }
  expect(Object.entries(newer).filter(([name, { pattern }]) => !pattern.test(examples[name]!))).toEqual([])
})
