import type { Genre } from '#contract/shapes/genres.ts'
import { contrast } from './contrast.ts'
import { colourwaysOf } from './palettes.ts'
import { rect } from './shapes.ts'
import type { Svg } from './shapes.ts'

export type PageSize = { width: number; height: number }

/** A page's edges are examined in a picture of this width and height. */
export const SAMPLE_SIDE = 64

const COVER_RATIO = 2 / 3
/** What a crop to the ratio of a cover may cut off: a little more than it does from US Letter. */
const MAX_CROP = 1 / 6
const NEAR_WHITE = 232
const MIN_WHITE_SHARE = 0.9

/**
 * Whether a first page is mounted whole on a board: one that a crop would spoil, or a white one. `sample` is the page
 * stretched to SAMPLE_SIDE pixels in width and height.
 */
export const needsMount = ({ width, height }: PageSize, sample: Uint8Array | Uint8ClampedArray, channels: number) => {
  const ratio = width / height / COVER_RATIO
  return Math.min(ratio, 1 / ratio) < 1 - MAX_CROP || hasWhiteEdges(sample, channels)
}

const hasWhiteEdges = (sample: Uint8Array | Uint8ClampedArray, channels: number): boolean => {
  const isWhite = (x: number, y: number) => {
    const at = (y * SAMPLE_SIDE + x) * channels
    return sample.subarray(at, at + Math.min(channels, 3)).every((channel) => channel >= NEAR_WHITE)
  }
  const last = SAMPLE_SIDE - 1
  const edges = Array.from({ length: SAMPLE_SIDE }, (_, at) => [
    isWhite(at, 0),
    isWhite(at, last),
    isWhite(0, at),
    isWhite(last, at),
  ]).flat()
  return edges.filter(Boolean).length >= MIN_WHITE_SHARE * edges.length
}

const SPINE = 12
const MOUNT = { width: 148, height: 236 }
/** A page is mounted a little above the middle, where it seems centred. */
const ABOVE = 0.46

/** The place of a mounted page on the cover of 200 x 300 units. */
export const placeOnBoard = ({ width, height }: PageSize) => {
  const scale = Math.min(MOUNT.width / width, MOUNT.height / height)
  const page = { width: width * scale, height: height * scale }
  return { ...page, x: SPINE + (200 - SPINE - page.width) / 2, y: (300 - page.height) * ABOVE }
}

/** A white page would vanish on the palest cloths: their boards have the second colour. */
const MIN_CONTRAST = 1.3

export const boardColour = (genre: Genre) => boardColours(genre).board

const boardColours = (genre: Genre) => {
  const [{ ground, second, accent }] = colourwaysOf(genre)
  return contrast(ground, '#ffffff') >= MIN_CONTRAST
    ? { board: ground, spine: second }
    : { board: second, spine: accent }
}

/** A board in the genre's cloth, with a hairline around the place of the page. */
export const drawBoard = (genre: Genre, page: PageSize): Svg => {
  const { board, spine } = boardColours(genre)
  const { x, y, width, height } = placeOnBoard(page)
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 300">' +
    rect(0, 0, 200, 300, board) +
    rect(0, 0, SPINE, 300, spine) +
    rect(x - HAIRLINE, y - HAIRLINE, width + 2 * HAIRLINE, height + 2 * HAIRLINE, '#14151c') +
    '</svg>'
  )
}

const HAIRLINE = 0.7
