/** Returns a response of a route that is not a page. */
export const textAnswer = (type: string, text: string): Response =>
  new Response(text, { headers: { "content-type": `${type}; charset=utf-8` } })

/** Returns a 404, or a 503 if the content is only temporarily unavailable: crawlers believe a 404, but retry after a 503. */
export const notThere = (status = 404): Response =>
  new Response(status >= 500 ? "暂时打不开\n" : "没有这个地址\n", {
    status: status >= 500 ? 503 : 404,
    headers: { "content-type": "text/plain; charset=utf-8" },
  })
