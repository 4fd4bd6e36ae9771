import { createHash } from 'node:crypto'
import type { Sharp } from 'sharp'
import type { Genre } from '#contract/shapes/genres.ts'
import { decodeImage } from '#server/platform/images/decode-image.ts'
import { sharp } from '#server/platform/images/open-sharp.ts'
import type { CoverFile, EncodedCover } from '#server/platform/images/image-processor.ts'
import { mountPage } from './mount-page.ts'

const COVER_WIDTHS = [160, 320, 640] as const

const ORIGINAL = { width: 1200, height: 1800, fit: 'inside', withoutEnlargement: true } as const

/** Encodes a cover's files: '.webp' is the whole image, '-160.avif' to '-640.webp' are cropped to 2:3 for pages. */
export const encodeCover = async (input: Buffer): Promise<EncodedCover> => {
  const original = await decodeImage(input, ORIGINAL)
  const bytes = await original.clone().webp({ quality: 78 }).toBuffer()
  return {
    color: await dominantColor(original),
    hash: createHash('sha256').update(bytes).digest('hex').slice(0, 32),
    isMounted: false,
    files: [{ name: '.webp', type: 'image/webp', bytes }, ...(await encodeSizes(original))],
  }
}

const SAMPLE = { width: 32, height: 48, fit: 'inside', withoutEnlargement: true } as const

/** Throws `ImageRejectedError` if no cover can be made of a picture. */
export const checkCover = async (input: Buffer): Promise<null> => {
  await decodeImage(input, SAMPLE)
  return null
}

/** Encodes a first page's files: whole, on a board in the genre's cloth, where a crop would spoil it. */
export const encodeFirstPage = async (input: Buffer, genre: Genre): Promise<EncodedCover> => {
  const mounted = await mountPage(input, genre)
  const cover = await encodeCover(mounted?.board ?? input)
  return mounted ? { ...cover, isMounted: true, color: mounted.color } : cover
}

/** The middle of the image at 2:3 in each width, as AVIF and as WebP for browsers without AVIF. */
const encodeSizes = async (original: Sharp): Promise<CoverFile[]> => {
  const { width, height } = await original.metadata()
  const crop = {
    width: atLeastOne(Math.min(width, (height * 2) / 3)),
    height: atLeastOne(Math.min(height, width * 1.5)),
  }
  const left = Math.floor((width - crop.width) / 2)
  const top = Math.floor((height - crop.height) / 2)
  const files: CoverFile[] = []
  for (const size of COVER_WIDTHS) {
    const sized = original
      .clone()
      .extract({ left, top, ...crop })
      .resize({ width: size, height: size * 1.5, fit: 'fill' })
    const avif = await sized.clone().avif({ quality: 50, effort: 2 }).toBuffer()
    const webp = await sized.webp({ quality: 78 }).toBuffer()
    files.push({ name: `-${size}.avif`, type: 'image/avif', bytes: avif })
    files.push({ name: `-${size}.webp`, type: 'image/webp', bytes: webp })
  }
  return files
}

const atLeastOne = (length: number): number => Math.max(1, Math.round(length))

const dominantColor = async (original: Sharp): Promise<string> => {
  const small = await original.clone().resize(64, 96, { fit: 'fill' }).png().toBuffer()
  const { dominant } = await sharp(small).stats()
  return `#${[dominant.r, dominant.g, dominant.b].map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}
