import type { Position } from '#contract/reading.ts'
import type { StoredPosition } from '#web/session/stored-positions.ts'

/** What to tell a reader who opens a book, or whose other device has moved. */
export type PositionNotice =
  | { kind: 'stopped'; page: number; furthest: number; readAt: string; device?: string }
  | { kind: 'elsewhere'; page: number; device: string; version: number }

export interface OpeningPosition {
  page: number
  step: number
  /** The version that the reader may be taken to have seen by opening here. */
  seen: number
  notice?: PositionNotice
}

/**
 * Where a book opens: where this device left it, or where another did if this one never had it.
 * What is kept here and not sent yet is newer than what the server knows of this device.
 */
export const openingPosition = (kept: StoredPosition | undefined, position: Position | undefined): OpeningPosition => {
  // Step 0: it was opened here, and never moved.
  const isKeptNewest = kept !== undefined && kept.step > 0 && kept.step >= (position?.own?.step ?? 0)
  const own = isKeptNewest ? kept : position?.own
  const seen = kept?.seen ?? 0
  const { at, version = 0 } = position ?? {}
  if (!own) return at ? { page: at.page, step: 0, seen: version, notice: stopped(at) } : { page: 1, step: 0, seen }
  const opening = { page: own.page, step: own.step, seen }
  const question = position && elsewhere(position, opening)
  if (question) return { ...opening, notice: question }
  const { furthest = own.page, readAt } = position?.own ?? {}
  const isWorthSaying = readAt !== undefined && (own.page > 1 || furthest > 1)
  return {
    ...opening,
    seen: Math.max(seen, version),
    ...(isWorthSaying && { notice: { kind: 'stopped', page: own.page, furthest, readAt } }),
  }
}

const stopped = ({ page, furthest, readAt, device }: NonNullable<Position['at']>): PositionNotice => ({
  kind: 'stopped',
  page,
  furthest,
  readAt,
  device,
})

/** Another device has the book open elsewhere, and this device's reader has not seen that. */
export const elsewhere = (
  { at, version }: Position,
  { page, seen }: { page: number; seen: number },
): PositionNotice | undefined =>
  at && !at.isOwn && version > seen && at.page !== page
    ? { kind: 'elsewhere', page: at.page, device: at.device, version }
    : undefined
