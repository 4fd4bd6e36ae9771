import type { Place } from '#contract/shapes/place.ts'
import type { Position } from '#contract/reading.ts'
import { placeIn } from '#web/reading/format/place-in.ts'
import { type StoredPosition } from '#web/session/stored-positions.ts'

/** A notice about the position: where the reader stopped, or that another device is at another page. */
export type PositionNotice =
  | ({ kind: 'stopped'; readAt: string; device?: string } & Place)
  | ({ kind: 'elsewhere'; device: string; version: number } & Place)

export interface OpeningPosition extends Place {
  /** The words at a place that was carried over from an earlier file of the book. */
  quote?: string
  step: number
  /** The version of the position that the reader has seen once the book is open here. */
  seen: number
  /** The version of the file that the place is of, where this device has said so. */
  fileVersion?: number
  notice?: PositionNotice
}

/** Devices this far from each other are at the same place. */
const SAME_PLACE_PAGES = 1

/**
 * Where a book opens: at this device's last page, or at another device's if that is newer and this one has no page of its
 * own, or one beside it. A stored position that is not sent yet is newer than the server's position of this device.
 * `fileVersion` is that of the file that opens, which may be an earlier one that is kept on this device.
 */
export const openingPosition = (
  stored: StoredPosition | undefined,
  position: Position | undefined,
  fileVersion?: number,
): OpeningPosition => {
  const sent = position?.own
  const lastStep = sent?.step ?? 0
  // The server has moved the place of a step that it has, if the book got a new file. Step 0, or no page but the first:
  // opened on this device, but no page was turned.
  const isOfFile = stored?.fileVersion !== undefined && stored.fileVersion === fileVersion
  const isStoredNewest =
    stored !== undefined && stored.step > 0 && (stored.step > lastStep || (isOfFile && stored.step === lastStep))
  const isOnlyOpened = sent?.furthest === 1 && (stored?.step ?? 0) <= lastStep
  const own = isOnlyOpened ? undefined : isStoredNewest ? stored : sent
  const seen = stored?.seen ?? 0
  const { at, version = 0 } = position ?? {}
  const newest = Math.max(seen, version)
  // The places of other devices are in the current file.
  const isEarlier = isOfFile && (position?.newVersion?.number ?? 0) > (fileVersion ?? 0)
  if (at && !at.isOwn && (!own || (version > seen && isSamePlace(at, own) && !isEarlier)))
    return {
      ...placeIn(at),
      ...quoteOf(at),
      step: own?.step ?? lastStep,
      seen: newest,
      ...stoppedAt(at.page, at.readAt, at.device),
    }
  if (!own) return { page: 1, step: lastStep, seen: newest }
  const ofStored = own === stored && stored?.fileVersion ? { fileVersion: stored.fileVersion } : {}
  const opening = { ...placeIn(own), ...(own === sent && quoteOf(own)), ...ofStored, step: own.step, seen }
  const otherDevice = position && otherDeviceNotice(position, opening)
  if (otherDevice) return { ...opening, notice: otherDevice }
  return { ...opening, seen: newest, ...stoppedAt(own.page, sent?.readAt) }
}

const quoteOf = ({ quote }: { quote?: string | undefined }) => (quote === undefined ? {} : { quote })

/** Nothing for a book that opens at its first page. */
const stoppedAt = (page: number, readAt: string | undefined, device?: string): { notice?: PositionNotice } =>
  readAt !== undefined && page > 1 ? { notice: { kind: 'stopped', page, readAt, ...(device && { device }) } } : {}

const isSamePlace = (one: { page: number }, other: { page: number }) =>
  Math.abs(one.page - other.page) <= SAME_PLACE_PAGES

/** A notice if another device is at another page and the reader has not seen that version of the position. */
export const otherDeviceNotice = (
  { at, version }: Position,
  own: { page: number; seen: number },
): PositionNotice | undefined =>
  at && !at.isOwn && version > own.seen && !isSamePlace(at, own)
    ? { kind: 'elsewhere', ...placeIn(at), device: at.device, version }
    : undefined
