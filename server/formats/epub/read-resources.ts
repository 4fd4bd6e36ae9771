import { createHash } from 'node:crypto'
import type { EpubResource } from '#contract/shapes/epub.ts'
import { isFont } from './check-font.ts'
import { decodeText } from './decode-text.ts'
import type { Findings } from './findings.ts'
import { fontTypeOf, imageTypeOf, isCaptions, isSvg, recordingTypeOf } from './recognize-media.ts'
import { sanitizeSvgImage } from './sanitize-svg-image.ts'

/** A file that a chapter shows, or a style sheet. `type` is what the file is, not what the book says. */
export interface ResourceFile extends EpubResource {
  content: Buffer
}

export const resourceFile = (path: string, type: string, content: Buffer): ResourceFile => {
  const hash = createHash('sha256').update(content).digest('hex')
  return { path, type, bytes: content.length, hash, content }
}

const LEFT_OUT = {
  damaged: 'it is damaged.',
  image: 'it is no image that browsers show.',
  font: 'it is no font, or a damaged one.',
  other: 'the library shows images, fonts, recordings (MP3, MP4, Ogg, WebM) and captions (WebVTT) only.',
} as const

/**
 * Checks a file that the book shows. Images are told by their first bytes, and still are what the author uploaded: they
 * go through the image process before they are served. Undefined for a file that is left out, which is told.
 */
export const readResource = (
  { path, declared, content }: { path: string; declared: string; content: Buffer | undefined },
  findings: Findings,
): ResourceFile | undefined => {
  const checked = content && check(content, declared)
  if (checked && 'content' in checked) return resourceFile(path, checked.type, checked.content)
  findings.add('file', path, `The file “${path}” was left out: ${LEFT_OUT[checked?.why ?? 'damaged']}`)
  return undefined
}

type Checked = { type: string; content: Buffer } | { why: keyof typeof LEFT_OUT }

const check = (content: Buffer, declared: string): Checked => {
  const image = imageTypeOf(content)
  if (image) return { type: image, content }
  const font = fontTypeOf(content)
  if (font) return isFont(content) ? { type: font, content } : { why: 'font' }
  if (isSvg(content, declared)) return checkSvg(content)
  const recording = recordingTypeOf(content, declared)
  if (recording) return { type: recording, content }
  if (isCaptions(content)) return { type: 'text/vtt', content: cleanCaptions(content) }
  if (declared.startsWith('image/')) return { why: 'image' }
  return { why: /font|opentype/.test(declared) ? 'font' : 'other' }
}

/** Without its styles, which are CSS. */
const cleanCaptions = (content: Buffer): Buffer => {
  const blocks = content
    .toString()
    .replaceAll(/\r\n?/g, '\n')
    .split(/\n{2,}/)
  return Buffer.from(blocks.filter((block) => !/^STYLE[ \t]*(?:\n|$)/.test(block)).join('\n\n'))
}

const checkSvg = (content: Buffer): Checked => {
  try {
    return { type: 'image/svg+xml', content: Buffer.from(sanitizeSvgImage(decodeText(content))) }
  } catch {
    return { why: 'image' }
  }
}
