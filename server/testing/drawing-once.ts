import { createHash } from 'node:crypto'
import type { EncodedCover, ImageProcessor } from '#server/platform/images/image-processor.ts'

/**
 * Draws and encodes one cover for all books, which takes half a second, and names it by the words of each. What covers
 * look like is tested without a site.
 */
export const drawingOnce = (processor: ImageProcessor): ImageProcessor => {
  let drawing: Promise<EncodedCover> | undefined
  return {
    ...processor,
    drawCover: async (words) => {
      drawing ??= processor.drawCover(words)
      drawing.catch(() => (drawing = undefined))
      const hash = createHash('sha256').update(JSON.stringify(words)).digest('hex').slice(0, 32)
      return { ...(await drawing), hash }
    },
    // Most uploads need no process then.
    prepare: () => undefined,
  }
}
