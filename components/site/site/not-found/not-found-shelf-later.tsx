"use client"

import dynamic from "next/dynamic"

/** Its place until it is there. */
const Coming = () => <div className="not-found-shelf" aria-hidden="true" />

/** Loaded where a 404 is shown, and nowhere else: every page carries its 404 along. */
export const NotFoundShelfLater = dynamic(() => import("./not-found-shelf").then((module) => module.NotFoundShelf), {
  ssr: false,
  loading: Coming,
})
