import { fireEvent, screen, waitFor } from "@testing-library/react"
import { describe, expect, it } from "vitest"
import { refusal, world } from "@/tests/setup/world"
import { called, login, show } from "../testing/surroundings"

describe("the requests of the page", () => {
  it("load the favourite and the rating of a logged-in user", async () => {
    show()
    await waitFor(() =>
      expect(world.api.mock.calls).toEqual([
        ["GET /favorite", { document_id: 3 }],
        ["GET /document/score", { document_id: 3 }],
      ]),
    )
  })
  it("are not made for a visitor", () => {
    world.leave()
    show()
    expect(world.api).not.toHaveBeenCalled()
  })
})

describe("rating", () => {
  const choose = (stars: number) => fireEvent.click(screen.getByRole("radio", { name: new RegExp(`^${stars} 星`) }))
  it("explains the stars, is sent once, and updates the count", async () => {
    world.answer("POST /document/score", { score: 500 })
    world.answer("GET /document", { score: 420, score_count: 3 })
    show()
    expect(screen.queryByRole("button", { name: "提交评分" })).toBeNull()
    choose(1)
    expect(screen.getByText("该文档令人失望")).toBeTruthy()
    choose(5)
    expect(screen.getByText("该文档非常棒")).toBeTruthy()
    fireEvent.click(screen.getByRole("button", { name: "提交评分" }))
    await waitFor(() => expect(world.messages).toEqual(["提交评分成功"]))
    expect(called("POST /document/score")).toEqual([["POST /document/score", { document_id: 3, score: 500 }]])
    expect(screen.getByText("我的评分")).toBeTruthy()
    expect(screen.getByRole("img", { name: "5 星" })).toBeTruthy()
    // the server weights votes differently, so its numbers are displayed
    expect(await screen.findByText("3 人评分")).toBeTruthy()
    expect(screen.getAllByText("4.2"), "in the head and beside the stars").toHaveLength(2)
  })
  it("a second rating shows the server's error message, and then the first rating", async () => {
    world.answer("POST /document/score", refusal(403, "你已经评分过了"))
    show()
    choose(2)
    world.answer("GET /document/score", refusal(500, ""))
    fireEvent.click(screen.getByRole("button", { name: "提交评分" }))
    expect(await screen.findByText("你已经评分过了")).toBeTruthy()
    world.answer("GET /document/score", { score: 300 })
    fireEvent.click(screen.getByRole("button", { name: "提交评分" }))
    expect(await screen.findByRole("img", { name: "3 星" })).toBeTruthy()
  })
  it("the user's own rating is visible when the page opens", async () => {
    world.answer("GET /document/score", { score: 400 })
    show()
    expect(await screen.findByText("该文档很让我满意")).toBeTruthy()
    expect(screen.queryByRole("radio")).toBeNull()
  })
  it("a visitor must log in first; an owner cannot rate", async () => {
    world.leave()
    const { unmount } = show()
    choose(4)
    fireEvent.click(screen.getByRole("button", { name: "提交评分" }))
    expect(world.router.push).toHaveBeenCalledWith(login)
    unmount()
    world.enter({ id: 7 })
    const back = show()
    expect(screen.getAllByRole<HTMLInputElement>("radio").map((star) => star.checked)).toEqual([false, false, false, true, false])
    expect(called("POST /document/score")).toEqual([])
    back.unmount()
    world.enter({ id: 9 })
    show({ scores: 0 })
    expect(screen.queryByRole("radio")).toBeNull()
    expect(screen.getByText("还没有人评分")).toBeTruthy()
  })
})
