import type { ResizeOptions, Sharp } from 'sharp'
import { ImageRejectedError, MAX_PIXELS, type TooManyPixels } from './image-error.ts'
import { sharp } from './open-sharp.ts'

const SECONDS = 5

/**
 * Decodes an uploaded image, whose format is recognized by content and never by name, and resizes it. The result has
 * pixels alone: upright, in sRGB, without metadata. One with more pixels than allowed is rejected before it is decoded.
 */
export const decodeImage = async (
  input: Buffer,
  size: ResizeOptions,
  tooManyPixels: TooManyPixels = 'too_big',
  { keepsTransparency = false } = {},
): Promise<Sharp> => {
  const format = formatOf(input.subarray(0, HEADER_LENGTH))
  try {
    const image = sharp(input, { ...OPTIONS, limitInputPixels: MAX_PIXELS[tooManyPixels] })
    if ((await image.metadata()).format !== format) throw new ImageRejectedError('not_image')
    const resized = image.autoOrient().resize(size)
    const { data, info } = await (keepsTransparency ? resized : resized.flatten({ background: '#ffffff' }))
      .toColourspace('srgb')
      .timeout({ seconds: SECONDS })
      .raw()
      .toBuffer({ resolveWithObject: true })
    return sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
  } catch (error) {
    if (error instanceof ImageRejectedError || !(error instanceof Error)) throw error
    throw new ImageRejectedError(/pixel limit|timeout/.test(error.message) ? tooManyPixels : 'unreadable')
  }
}

const HEADER_LENGTH = 32
const HEADERS = {
  jpeg: /^\xff\xd8\xff/,
  png: /^\x89PNG\r\n.\n/,
  gif: /^GIF8[79]a/,
  webp: /^RIFF[^]{4}WEBP/,
  heif: /^[^]{4}ftyp[^]*avi[fs]/,
} as const

type Format = keyof typeof HEADERS

/** Checked before a decoder sees the file, so that SVG, PDF and the other formats of libvips are never decoded. */
const formatOf = (header: Buffer): Format => {
  if (header.length === 0) throw new ImageRejectedError('unreadable')
  const text = header.toString('latin1')
  const format = (Object.keys(HEADERS) as Format[]).find((name) => HEADERS[name].test(text))
  if (!format) throw new ImageRejectedError('not_image')
  return format
}

/** 'warning' also rejects some images with minor damage; at a lower level half an image would be accepted. */
const OPTIONS = { failOn: 'warning', animated: false } as const
