const COVER = { width: 1200, height: 1800 }
const QUALITY = 0.88

/** An image no larger than `most`, as WebP or, where the browser can't write it, JPEG. Throws for what is no image. */
export const shrinkImage = async (file: Blob, most = COVER): Promise<Blob> => {
  const image = await createImageBitmap(file)
  const scale = Math.min(1, most.width / image.width, most.height / image.height)
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(image.width * scale))
  canvas.height = Math.max(1, Math.round(image.height * scale))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser has no canvas')
  context.imageSmoothingQuality = 'high'
  // What is transparent becomes white, as paper is.
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  image.close()
  const webp = await blobOf(canvas, 'image/webp')
  return webp?.type === 'image/webp' ? webp : ((await blobOf(canvas, 'image/jpeg')) ?? file)
}

const blobOf = (canvas: HTMLCanvasElement, type: string) =>
  new Promise<Blob | null>((done) => canvas.toBlob(done, type, QUALITY))
