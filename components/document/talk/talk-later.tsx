"use client"

import dynamic from "next/dynamic"

/** Says what comes, in its place, until its code is there: it stands below the document, and a page is read without it. */
const Coming = () => (
  <section className="sec talk" aria-labelledby="talk-title" aria-busy="true">
    <div className="sec-h">
      <h2 id="talk-title">评价与评论</h2>
    </div>
    <div className="card pad talk-coming" />
  </section>
)

/** What readers think of the document; it is loaded once the page is alive. */
export const TalkLater = dynamic(() => import("./document-talk").then((module) => module.DocumentTalk), { ssr: false, loading: Coming })
