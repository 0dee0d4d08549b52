import type { ReactNode } from "react"
import { expect, test, vi } from "vitest"
import { keptRoots } from "./kept-roots"
import { rootsOf } from "./markup"

type Book = { title: string; pages?: number; marks: (string | null)[] }

test("equal data are rendered once, different data again, each component separately", () => {
  const draw = vi.fn(({ book, titles = [] }: { book: Book; titles?: string[] }) => (
    <article className="bk">
      {book.title} {book.pages} {titles.join()}
    </article>
  ))
  const Shelf = draw as (props: { book: Book; titles?: string[] }) => ReactNode
  const book = (): Book => ({ title: "甲 <b>", pages: 3, marks: ["热", null] })
  const first = keptRoots(<Shelf book={book()} />)
  expect(first).toEqual(rootsOf(<Shelf book={book()} />))
  draw.mockClear()

  expect(keptRoots(<Shelf book={book()} />)).toBe(first)
  expect(draw).not.toHaveBeenCalled()

  const others = [
    { ...book(), pages: 4 },
    { ...book(), pages: undefined },
    { ...book(), marks: [] },
    { ...book(), title: "乙" },
  ]
  for (const one of others) expect(keptRoots(<Shelf book={one as Book} />)).not.toBe(first)
  expect(keptRoots(<Shelf book={book()} titles={["乙"]} />)[0]!.html).toContain("乙")
  expect(draw).toHaveBeenCalledTimes(others.length + 1)

  const Other = ({ book: { title } }: { book: Book }) => <p>{title}</p>
  expect(keptRoots(<Other book={book()} />)[0]!.tag).toBe("p")
  expect(keptRoots(<Shelf key="2" book={book()} />)[0]!.key).toBe("2")
})

test.each([
  ["an element", { of: <b>甲</b> }, { of: <b>乙</b> }],
  ["a function", { of: () => "甲" }, { of: () => "乙" }],
  ["a number that JSON does not know", { of: Number.NaN }, { of: Number.POSITIVE_INFINITY }],
  ["a gap in a list", { of: ["甲", undefined] }, { of: ["甲", undefined] }],
  ["a map", { of: new Map([[1, "甲"]]) }, { of: new Map([[1, "乙"]]) }],
])("props with %s are rendered every time", (_, ...given: { of: unknown }[]) => {
  const draw = vi.fn(() => <p>甲</p>)
  const Part = draw as unknown as (props: { of: unknown }) => ReactNode
  for (const props of [...given, ...given]) keptRoots(<Part {...props} />)
  expect(draw).toHaveBeenCalledTimes(4)
})

test("a plain element is rendered without caching", () => {
  expect(keptRoots(<p className="a">甲</p>)).toEqual([{ tag: "p", attributes: { className: "a" }, html: "甲", key: null }])
})
