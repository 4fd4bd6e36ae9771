import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import sharp from 'sharp'
import type { Sharp } from 'sharp'
import { oneAtATime } from './one-at-a-time.ts'

export const COVER_WIDTHS = [160, 320, 640] as const

const MAX_PIXELS = 64_000_000
const SECONDS = 5
const MAX_WAITING = 20
const ORIGINAL = { width: 1200, height: 1800, fit: 'inside', withoutEnlargement: true } as const

/** Why a picture is refused, and what to do about it; `not_image` answers 415, the others 422. */
export const IMAGE_REASONS = {
  not_image: 'Please select an image',
  unreadable: 'This image is damaged or cut off. Save it again as JPEG or PNG and upload the new file.',
  too_big: 'This image has too many pixels (at most 64 million). Make it smaller and upload it again.',
} as const

export type ImageReason = keyof typeof IMAGE_REASONS

export class ImageRefused extends Error {
  readonly reason: ImageReason

  constructor(reason: ImageReason) {
    super(IMAGE_REASONS[reason])
    this.name = 'ImageRefused'
    this.reason = reason
  }
}

export class ImageBusy extends Error {
  override name = 'ImageBusy'
}

/** `name` is what follows the hash in the file's address: '-320.avif', and '.webp' for the whole picture. */
export type CoverFile = { name: string; type: 'image/avif' | 'image/webp'; bytes: Buffer }
/** `hash` is the first 32 hex digits of the SHA-256 of '.webp'; `color` is '#rrggbb', the picture's dominant one. */
export type EncodedCover = { color: string; hash: string; files: CoverFile[] }

const queue = oneAtATime(MAX_WAITING, () => new ImageBusy('Too many images are waiting to be encoded'))

/**
 * Makes a cover's files from an uploaded picture (its bytes or its path), known by content and never by name:
 * '-160.avif' to '-640.webp' cropped to 2:3 from the middle, as pages show them, and '.webp' whole. Nothing but pixels
 * survives of the upload: it is turned upright and brought to sRGB, and all metadata stays behind.
 */
export const encodeCover = (input: Buffer | string): Promise<EncodedCover> =>
  queue(async () => {
    const format = formatOf(await headOf(input))
    const original = await decode(input, format)
    const bytes = await original.clone().webp({ quality: 78 }).toBuffer()
    return {
      color: await dominantColor(original),
      hash: createHash('sha256').update(bytes).digest('hex').slice(0, 32),
      files: [{ name: '.webp', type: 'image/webp', bytes }, ...(await encodeSizes(original))],
    }
  })

const headOf = async (input: Buffer | string): Promise<Buffer> => {
  if (typeof input !== 'string') return input.subarray(0, HEAD_LENGTH)
  await using handle = await open(input)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_LENGTH), 0, HEAD_LENGTH, 0)
  return buffer.subarray(0, bytesRead)
}

const HEAD_LENGTH = 32
const HEADS = {
  jpeg: /^\xff\xd8\xff/,
  png: /^\x89PNG\r\n.\n/,
  gif: /^GIF8[79]a/,
  webp: /^RIFF[^]{4}WEBP/,
  heif: /^[^]{4}ftyp[^]*avi[fs]/,
} as const

type Format = keyof typeof HEADS

/** Looked at before any decoder sees the file, so that SVG, PDF and whatever else libvips reads is never opened. */
const formatOf = (head: Buffer): Format => {
  if (head.length === 0) throw new ImageRefused('unreadable')
  const text = head.toString('latin1')
  const format = (Object.keys(HEADS) as Format[]).find((name) => HEADS[name].test(text))
  if (!format) throw new ImageRefused('not_image')
  return format
}

/** 'warning' refuses a few pictures that would show with a flaw; half a cover accepted in silence would be worse. */
const OPTIONS = { limitInputPixels: MAX_PIXELS, failOn: 'warning', animated: false } as const

const decode = async (input: Buffer | string, format: Format) => {
  try {
    const image = sharp(input, OPTIONS)
    if ((await image.metadata()).format !== format) throw new ImageRefused('not_image')
    const { data, info } = await image
      .autoOrient()
      .resize(ORIGINAL)
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .timeout({ seconds: SECONDS })
      .raw()
      .toBuffer({ resolveWithObject: true })
    return sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
  } catch (error) {
    if (error instanceof ImageRefused || !(error instanceof Error)) throw error
    throw new ImageRefused(/pixel limit|timeout/.test(error.message) ? 'too_big' : 'unreadable')
  }
}

/** The middle of the picture in the shape of a book, at each width, in the small format and the one every browser has. */
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

// A picture is encoded beside requests that must not wait: one core, and no memory kept between pictures.
sharp.concurrency(1)
sharp.cache(false)
