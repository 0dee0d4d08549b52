"use client"

import "react-photo-view/dist/react-photo-view.css"
import { useState } from "react"
import { PhotoSlider } from "react-photo-view"

type Props = { images: string[]; at: number; onClose: () => void }

/** Full-screen images with zoom and next; Esc closes. */
export const PhotoViewer = ({ images, at, onClose }: Props) => {
  const [index, setIndex] = useState(at)
  const [visible, setVisible] = useState(true)
  return (
    <PhotoSlider
      images={images.map((src, key) => ({ src, key }))}
      index={index}
      onIndexChange={setIndex}
      visible={visible}
      onClose={() => setVisible(false)}
      afterClose={onClose}
      maskOpacity={0.86}
    />
  )
}
