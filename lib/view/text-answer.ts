/** An answer of a route that is no page. */
export const textAnswer = (type: string, text: string): Response =>
  new Response(text, { headers: { "content-type": `${type}; charset=utf-8` } })

/** What is not there, or not now: crawlers take a 404 for what there is, and come back after a 503. */
export const notThere = (status = 404): Response =>
  new Response(status >= 500 ? "暂时打不开\n" : "没有这个地址\n", {
    status: status >= 500 ? 503 : 404,
    headers: { "content-type": "text/plain; charset=utf-8" },
  })
