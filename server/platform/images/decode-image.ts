import { open } from 'node:fs/promises'
import type { ResizeOptions, Sharp } from 'sharp'
import { ImageRejectedError } from './image-error.ts'
import { sharp } from './open-sharp.ts'

const MAX_PIXELS = 64_000_000
const SECONDS = 5

/**
 * Opens an uploaded picture (its bytes or its path), known by content and never by name, and resizes it. Nothing but
 * pixels survives of the upload: it is turned upright and brought to sRGB, and all metadata stays behind.
 */
export const decodeImage = async (input: Buffer | string, size: ResizeOptions): Promise<Sharp> => {
  const format = formatOf(await headOf(input))
  try {
    const image = sharp(input, OPTIONS)
    if ((await image.metadata()).format !== format) throw new ImageRejectedError('not_image')
    const { data, info } = await image
      .autoOrient()
      .resize(size)
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .timeout({ seconds: SECONDS })
      .raw()
      .toBuffer({ resolveWithObject: true })
    return sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
  } catch (error) {
    if (error instanceof ImageRejectedError || !(error instanceof Error)) throw error
    throw new ImageRejectedError(/pixel limit|timeout/.test(error.message) ? 'too_big' : 'unreadable')
  }
}

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
  if (head.length === 0) throw new ImageRejectedError('unreadable')
  const text = head.toString('latin1')
  const format = (Object.keys(HEADS) as Format[]).find((name) => HEADS[name].test(text))
  if (!format) throw new ImageRejectedError('not_image')
  return format
}

/** 'warning' refuses a few pictures that would show with a flaw; half a picture accepted in silence would be worse. */
const OPTIONS = { limitInputPixels: MAX_PIXELS, failOn: 'warning', animated: false } as const
