"use client"

import dynamic from "next/dynamic"
import { useSession } from "@/components/providers/session"

/** A placeholder in the same position until the code is loaded. The section is below the document, and reading does not need it. */
const Coming = () => (
  <section className="sec talk" aria-labelledby="talk-title" aria-busy="true">
    <div className="sec-h">
      <h2 id="talk-title">评价与评论</h2>
    </div>
    <div className="card pad talk-coming" />
  </section>
)

const DocumentTalk = dynamic(() => import("./document-talk").then((module) => module.DocumentTalk), { ssr: false, loading: Coming })

/** Ratings and comments on the document, loaded after hydration. */
export const TalkLater = ({ pages }: { pages: number }) =>
  useSession((state) => state.ready) ? <DocumentTalk pages={pages} /> : <Coming />
