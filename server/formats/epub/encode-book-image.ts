import { decodeImage } from '#server/platform/images/decode-image.ts'

export interface EncodedImage {
  type: 'image/jpeg' | 'image/webp'
  content: Buffer
}

/** More than any screen shows of a page. */
const SIZE = { width: 2400, height: 2400, fit: 'inside', withoutEnlargement: true } as const

/** An image of a book, decoded and encoded anew: pixels alone, of an animation the first ones. Throws `ImageRejectedError`. */
export const encodeBookImage = async (input: Buffer): Promise<EncodedImage> => {
  const image = await decodeImage(input, SIZE, 'picture_too_big', { keepsTransparency: true })
  // Photographs were compressed before, and JPEG takes a fraction of the time.
  if (input[0] === 0xff) return { type: 'image/jpeg', content: await image.jpeg({ quality: 85 }).toBuffer() }
  return { type: 'image/webp', content: await image.webp({ quality: 85, effort: 2 }).toBuffer() }
}
