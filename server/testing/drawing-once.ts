import type { EncodedCover, ImageProcessor } from '#server/platform/images/image-processor.ts'

/** Draws each cover once: drawing takes half a second, and most books of tests have the same words. */
export const drawingOnce = (processor: ImageProcessor): ImageProcessor => {
  const drawn = new Map<string, Promise<EncodedCover>>()
  return {
    ...processor,
    drawCover: (words) => {
      const key = JSON.stringify(words)
      const drawing = drawn.get(key) ?? processor.drawCover(words)
      drawn.set(key, drawing)
      drawing.catch(() => drawn.delete(key))
      return drawing
    },
    // Most uploads need no process then.
    prepare: () => undefined,
  }
}
