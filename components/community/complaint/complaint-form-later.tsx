"use client"

import dynamic from "next/dynamic"

const ComplaintForm = dynamic(() => import("./complaint-form").then((module) => module.ComplaintForm), {
  ssr: false,
  loading: () => (
    <p className="muted" role="status">
      正在打开表单…
    </p>
  ),
})

/** The form, loaded after the page: it needs more script than a public page may name. */
export const ComplaintFormLater = (props: { mail: boolean; sms: boolean }) => (
  <div className="card pad cp-form">
    <ComplaintForm {...props} />
  </div>
)
