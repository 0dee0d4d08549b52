"use client"

import dynamic from "next/dynamic"

/**
 * The 404 view, loaded only where it is displayed. Every page contains its 404 boundary, so the view would otherwise be rendered and sent
 * with each page.
 */
export const NotFoundLater = dynamic(() => import("./not-found-view").then((module) => module.NotFoundView))
