"use client"

import "react-easy-crop/react-easy-crop.css"
import Cropper from "react-easy-crop"
import { maxZoom, type Placing } from "./crop-placing"
import type { CropArea } from "./picture-canvas"

type Props = {
  image: string
  placing: Placing
  onPlacing: (change: Partial<Placing>) => void
  onArea: (area: CropArea) => void
  onReady: () => void
}

/** The image behind a round window, moved by drag, pinch, wheel or arrow keys. In its own file, so that the cropper is loaded lazily. */
export const CropStage = ({ image, placing: { crop, zoom, rotation }, onPlacing, onArea, onReady }: Props) => (
  <Cropper
    image={image}
    crop={crop}
    zoom={zoom}
    rotation={rotation}
    aspect={1}
    cropShape="round"
    showGrid={false}
    minZoom={1}
    maxZoom={maxZoom}
    keyboardStep={8}
    disableAutomaticStylesInjection
    cropperProps={{ role: "group", "aria-label": "裁剪位置，用方向键移动" }}
    onCropChange={(to) => onPlacing({ crop: to })}
    onZoomChange={(to) => onPlacing({ zoom: to })}
    onCropComplete={(_, area) => onArea(area)}
    onMediaLoaded={onReady}
  />
)
