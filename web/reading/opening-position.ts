import type { Position } from '#contract/reading.ts'
import type { StoredPosition } from '#web/session/stored-positions.ts'

/** A notice about the position: where the reader stopped, or that another device is at another page. */
export type PositionNotice =
  | { kind: 'stopped'; page: number; furthest: number; readAt: string; device?: string }
  | { kind: 'elsewhere'; page: number; device: string; version: number }

export interface OpeningPosition {
  page: number
  step: number
  /** The version of the position that the reader has seen once the book is open here. */
  seen: number
  notice?: PositionNotice
}

/**
 * Where a book opens: at this device's last page, or else at another device's. A stored position that is not sent yet is
 * newer than the server's position of this device.
 */
export const openingPosition = (
  stored: StoredPosition | undefined,
  position: Position | undefined,
): OpeningPosition => {
  const sent = position?.own
  const lastStep = sent?.step ?? 0
  // Step 0, or no page but the first: opened on this device, but no page was turned.
  const isStoredNewest = stored !== undefined && stored.step > 0 && stored.step >= lastStep
  const isOnlyOpened = sent?.furthest === 1 && (stored?.step ?? 0) <= lastStep
  const own = isOnlyOpened ? undefined : isStoredNewest ? stored : sent
  const seen = stored?.seen ?? 0
  const { at, version = 0 } = position ?? {}
  if (!own)
    return at && !at.isOwn
      ? { page: at.page, step: lastStep, seen: version, notice: stoppedNotice(at) }
      : { page: 1, step: lastStep, seen: Math.max(seen, version) }
  const opening = { page: own.page, step: own.step, seen }
  const otherDevice = position && otherDeviceNotice(position, opening)
  if (otherDevice) return { ...opening, notice: otherDevice }
  const { furthest = own.page, readAt } = sent ?? {}
  const hasNotice = readAt !== undefined && (own.page > 1 || furthest > 1)
  return {
    ...opening,
    seen: Math.max(seen, version),
    ...(hasNotice && { notice: { kind: 'stopped', page: own.page, furthest, readAt } }),
  }
}

const stoppedNotice = ({ page, furthest, readAt, device }: NonNullable<Position['at']>): PositionNotice => ({
  kind: 'stopped',
  page,
  furthest,
  readAt,
  device,
})

/** A notice if another device is at another page and the reader has not seen that version of the position. */
export const otherDeviceNotice = (
  { at, version }: Position,
  { page, seen }: { page: number; seen: number },
): PositionNotice | undefined =>
  at && !at.isOwn && version > seen && at.page !== page
    ? { kind: 'elsewhere', page: at.page, device: at.device, version }
    : undefined
