"use client"

import dynamic from "next/dynamic"
import type { MyDocument } from "@/lib/view/library/my-document"
import { useDocumentState } from "../../providers/document-state"

const DocumentDialogs = dynamic(() => import("./document-dialogs").then((module) => module.DocumentDialogs), { ssr: false })

/** The dialogs of the page, loaded when the first one opens. */
export const DialogsLater = ({ document }: { document: MyDocument }) =>
  useDocumentState((state) => state.dialog !== "") ? <DocumentDialogs document={document} /> : null
