const MAX_COVER = { width: 1200, height: 1800 }
const QUALITY = 0.88

/** Scales an image down to `max`, as WebP, or JPEG if the browser can't encode WebP. Throws if the file is not an image. */
export const shrinkImage = async (file: Blob, max = MAX_COVER): Promise<Blob> => {
  const image = await createImageBitmap(file)
  const scale = Math.min(1, max.width / image.width, max.height / image.height)
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(image.width * scale))
  canvas.height = Math.max(1, Math.round(image.height * scale))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser has no canvas')
  context.imageSmoothingQuality = 'high'
  // Transparent areas become white.
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  image.close()
  const webp = await toBlob(canvas, 'image/webp')
  return webp?.type === 'image/webp' ? webp : ((await toBlob(canvas, 'image/jpeg')) ?? file)
}

const toBlob = (canvas: HTMLCanvasElement, type: string) =>
  new Promise<Blob | null>((done) => canvas.toBlob(done, type, QUALITY))
