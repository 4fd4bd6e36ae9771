import type { FrameBox, FromFrame } from './frame-messages.ts'

const TEXT_MAX = 20_000
const NAME_MAX = 4000
const CFI_MAX = 1000
const COUNT_MAX = 100_000_000
const PIXELS_MAX = 10_000_000
/** The keys that the reader knows. */
const KEY = /^(?:[a-z\d?/+=-]| |Arrow(?:Up|Down|Left|Right)|Page(?:Up|Down)|Home|End|Escape)$/
const CFI = /^epubcfi\([^\p{Cc}\p{Surrogate}]+\)$/u

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null
const isCount = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= COUNT_MAX
const isLength = (value: unknown): value is number => typeof value === 'number' && Math.abs(value) <= PIXELS_MAX
const isText = (value: unknown, max: number): value is string => typeof value === 'string' && value.length <= max
const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean'
const isDirection = (value: unknown): value is 1 | -1 => value === 1 || value === -1
const isReason = (value: unknown): value is 'go' | 'turn' | 'layout' =>
  value === 'go' || value === 'turn' || value === 'layout'
const isCfi = (value: unknown): value is string => isText(value, CFI_MAX) && CFI.test(value)

const boxOf = (value: unknown): FrameBox | undefined => {
  if (!isFields(value)) return undefined
  const { left, top, width, height } = value
  return isLength(left) && isLength(top) && isLength(width) && isLength(height)
    ? { left, top, width, height }
    : undefined
}

/**
 * A message of the frame as the reader may use it; undefined for any other. The frame shows what strangers wrote: whatever
 * runs in it could say anything, so each field is measured, and nothing of it is ever markup, code or a path of ours.
 */
export const readMessage = (message: unknown): FromFrame | undefined => {
  if (!isFields(message)) return undefined
  const { kind } = message
  const read = typeof kind === 'string' && Object.hasOwn(READERS, kind) ? READERS[kind as FromFrame['kind']] : undefined
  return read?.(message)
}

const READERS: { [Kind in FromFrame['kind']]: (message: Fields) => FromFrame | undefined } = {
  ready: () => ({ kind: 'ready' }),
  press: () => ({ kind: 'press' }),
  unselected: () => ({ kind: 'unselected' }),
  unpointed: () => ({ kind: 'unpointed' }),
  loaded: ({ number, length, isRtl, isVertical }) =>
    isCount(number) && isCount(length) && isBoolean(isRtl) && isBoolean(isVertical)
      ? { kind: 'loaded', number, length, isRtl, isVertical }
      : undefined,
  failed: ({ number }) => (isCount(number) ? { kind: 'failed', number } : undefined),
  moved: ({ number, position, from, until, cfi, isStart, isEnd, why }) =>
    isCount(number) &&
    isCount(position) &&
    isCount(from) &&
    isCount(until) &&
    isBoolean(isStart) &&
    isBoolean(isEnd) &&
    isReason(why)
      ? { kind: 'moved', number, position, from, until, cfi: isCfi(cfi) ? cfi : null, isStart, isEnd, why }
      : undefined,
  edge: ({ number, by }) => (isCount(number) && isDirection(by) ? { kind: 'edge', number, by } : undefined),
  selected: ({ number, start, end, cfi, box: sent }) => {
    const box = boxOf(sent)
    if (!isCount(number) || !isCount(start) || !isCount(end) || end <= start || !box) return undefined
    return { kind: 'selected', number, start, end, cfi: isCfi(cfi) ? cfi : null, box }
  },
  tap: ({ x, isTouch }) => (isLength(x) && isBoolean(isTouch) ? { kind: 'tap', x, isTouch } : undefined),
  mark: ({ id, box: sent }) => {
    const box = boxOf(sent)
    return isText(id, 100) && box ? { kind: 'mark', id, box } : undefined
  },
  where: ({ number, id, box: sent }) => {
    const box = boxOf(sent)
    return isCount(number) && isText(id, 100) && box ? { kind: 'where', number, id, box } : undefined
  },
  swipe: ({ direction }) => (isDirection(direction) ? { kind: 'swipe', direction } : undefined),
  key: ({ key, shift, ctrl }) =>
    isText(key, 20) && KEY.test(key) && isBoolean(shift) && isBoolean(ctrl)
      ? { kind: 'key', key, shift, ctrl }
      : undefined,
  link: ({ to, out, isNote, box: sent }) => {
    const box = boxOf(sent)
    const isLink = isText(to, NAME_MAX) !== isText(out, NAME_MAX)
    if (!box || !isLink || !isBoolean(isNote)) return undefined
    return { kind: 'link', to: isText(to, NAME_MAX) ? to : null, out: isText(out, NAME_MAX) ? out : null, isNote, box }
  },
  pointed: ({ number, to, isTouch, box: sent }) => {
    const box = boxOf(sent)
    return isCount(number) && isText(to, NAME_MAX) && isBoolean(isTouch) && box
      ? { kind: 'pointed', number, to, isTouch, box }
      : undefined
  },
  note: ({ request, text }) =>
    isCount(request) && isText(text, TEXT_MAX) ? { kind: 'note', request, text } : undefined,
  image: ({ path, alt }) =>
    isText(path, NAME_MAX) && isText(alt, TEXT_MAX) ? { kind: 'image', path, alt } : undefined,
}
