"use client"

import dynamic from "next/dynamic"

/** The 404 view, loaded where it is shown: every page carries its 404 along, and the view itself would be drawn and sent with each of them. */
export const NotFoundLater = dynamic(() => import("./not-found-view").then((module) => module.NotFoundView))
