import type { Cover } from '#covers/draw-cover.ts'

/** `name` is what follows the hash in the file's address: '-320.avif', and '.webp' for the whole picture. */
export type CoverFile = { name: string; type: 'image/avif' | 'image/webp'; bytes: Buffer }
/** `hash` is the first 32 hex digits of the SHA-256 of '.webp'; `color` is '#rrggbb', the picture's dominant one. */
export type EncodedCover = { color: string; hash: string; files: CoverFile[] }

export type CoverWords = Omit<Cover, 'avoid'>

/**
 * Work on pictures, in a process of its own, one at a time: a big one takes a core and hundreds of megabytes. What
 * can't be opened is `ImageRejectedError`; where too many wait, `ImageQueueFullError` is thrown.
 */
export interface ImageProcessor {
  /** Makes a cover's files from an uploaded picture: its bytes, or its path. */
  encodeCover: (input: Buffer | string) => Promise<EncodedCover>
  /** Makes a cover's files from the book's words. */
  drawCover: (words: CoverWords) => Promise<EncodedCover>
  /** The middle of an uploaded picture, `side` pixels wide and high, as WebP. */
  square: (path: string, side: number) => Promise<Buffer>
  /** A cover will be asked for in a moment. */
  prepare: () => void
  close: () => void
  pid: () => number | undefined
}
