"use client"

import dynamic from "next/dynamic"
import { useSession } from "@/components/providers/session"

/** Says what comes, in its place, until its code is there: it stands below the document, and a page is read without it. */
const Coming = () => (
  <section className="sec talk" aria-labelledby="talk-title" aria-busy="true">
    <div className="sec-h">
      <h2 id="talk-title">评价与评论</h2>
    </div>
    <div className="card pad talk-coming" />
  </section>
)

const DocumentTalk = dynamic(() => import("./document-talk").then((module) => module.DocumentTalk), { ssr: false, loading: Coming })

/** What readers think of the document; it is loaded once the page is alive. */
export const TalkLater = ({ pages }: { pages: number }) =>
  useSession((state) => state.ready) ? <DocumentTalk pages={pages} /> : <Coming />
