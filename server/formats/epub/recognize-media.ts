const HEAD = 64

const IMAGES = [
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/png', /^\x89PNG\r\n\x1a\n/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF[^]{4}WEBP/],
  ['image/avif', /^[^]{4}ftyp[^]*avi[fs]/],
] as const

const FONTS = [
  ['font/woff', /^wOFF/],
  ['font/woff2', /^wOF2/],
  ['font/otf', /^OTTO/],
  ['font/ttf', /^(?:\0\x01\0\0|true)/],
] as const

/** EPUB's own types of sound, and the two of video that browsers play. */
const RECORDINGS = [
  ['audio/mpeg', /^(?:ID3|\xff[\xe2-\xe7\xf2-\xf7\xfa-\xff])/],
  ['audio/ogg', /^OggS/],
  ['video/webm', /^\x1aE\xdf\xa3[^]*webm/],
  ['audio/mp4', /^[^]{4}ftypM4[AB]/],
  ['video/mp4', /^[^]{4}ftyp(?:isom|iso[2-6]|mp4[12]|avc1|dash|M4V|MSNV|qt)/],
] as const

const find = <Type extends string>(kinds: readonly (readonly [Type, RegExp])[], bytes: Buffer): Type | undefined => {
  const head = bytes.toString('latin1', 0, HEAD)
  return kinds.find(([, pattern]) => pattern.test(head))?.[0]
}

export const imageTypeOf = (bytes: Buffer) => find(IMAGES, bytes)

export const fontTypeOf = (bytes: Buffer) => find(FONTS, bytes)

/** By its content; sound in an MP4 file is sound if the book calls it that. */
export const recordingTypeOf = (bytes: Buffer, declared: string) => {
  const type = find(RECORDINGS, bytes)
  return type === 'video/mp4' && declared.startsWith('audio/') ? 'audio/mp4' : type
}

/** The words of a recording by their time: WebVTT, which is UTF-8 and says so in its first line. */
export const isCaptions = (bytes: Buffer): boolean =>
  /^(?:\ufeff)?WEBVTT(?:[ \t\r\n]|$)/.test(bytes.toString('utf8', 0, HEAD))

export const isSvg = (bytes: Buffer, declared: string): boolean =>
  declared === 'image/svg+xml' ||
  /^\s*(?:\ufeff|ï»¿)?(?:<\?xml|<svg|<!DOCTYPE svg|<!--)/i.test(bytes.toString('latin1', 0, HEAD))
