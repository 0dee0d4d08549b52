"use client"

import dynamic from "next/dynamic"

/** Reserves the space until the shelf has loaded. */
const Coming = () => <div className="not-found-shelf" aria-hidden="true" />

/** Loaded only where a 404 is displayed, because every page contains its 404 boundary. */
export const NotFoundShelfLater = dynamic(() => import("./not-found-shelf").then((module) => module.NotFoundShelf), {
  ssr: false,
  loading: Coming,
})
