import type { Genre } from '#contract/shapes/genres.ts'
import type { Cover } from '#covers/draw-cover.ts'
import type { CardWords } from '#covers/list-card.ts'

/** `name` follows the hash in the file's URL: '-320.avif', or '.webp' for the whole image. */
export type CoverFile = { name: string; type: 'image/avif' | 'image/webp'; bytes: Buffer }
/**
 * `hash` is the first 32 hex digits of the SHA-256 of '.webp'; `color` is the dominant color as '#rrggbb'; `isMounted` is
 * whether it is a page on a board.
 */
export type EncodedCover = { color: string; hash: string; isMounted: boolean; files: CoverFile[] }

/** A book on the card of a list: the file of its cover, without which one is drawn. */
export type CardBook = Omit<Cover, 'seed'> & { image?: Buffer }
export type ListCard = CardWords & { books: CardBook[] }

/** The width of an icon and, in its middle, of the picture, whose edge goes on to the edge of the icon. */
export type IconSize = { side: number; picture: number }

/**
 * Decodes and encodes images in worker processes, one at a time: a large one takes a core and hundreds of megabytes.
 * Covers and profile images have a process each, so that neither waits for the other.
 * Throws `ImageRejectedError` for an unreadable image and `ImageQueueFullError` when the queue is full.
 */
export interface ImageProcessor {
  /** Encodes a cover's files from an image: its bytes or its path. */
  encodeCover: (input: Buffer | string) => Promise<EncodedCover>
  /** Encodes a cover's files from the first page of a PDF, which is mounted on a board where a crop would spoil it. */
  encodeFirstPage: (page: Buffer, genre: Genre) => Promise<EncodedCover>
  /** Resolves if a cover can be made of these bytes; far less work than to make it. */
  checkCover: (input: Buffer) => Promise<void>
  /** Renders the generated cover of a book and encodes its files. */
  drawCover: (words: Cover) => Promise<EncodedCover>
  /** Renders the card of a list for shared links, 1200 x 630, as JPEG. */
  drawListCard: (card: ListCard) => Promise<Buffer>
  /** Crops an uploaded image to a square of `side` pixels, as WebP. */
  square: (path: string, side: number) => Promise<Buffer>
  /** Crops an uploaded image to a square, as PNG of each size. */
  icons: (path: string, sizes: readonly IconSize[]) => Promise<Uint8Array[]>
  /** A cover's WebP as JPEG, for reading apps that read nothing newer. */
  toJpeg: (cover: Buffer) => Promise<Buffer>
  /** Starts the worker process ahead of a task. */
  prepare: () => void
  close: () => void
  pid: () => number | undefined
}
