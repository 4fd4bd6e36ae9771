import type { MarkAnchor } from '#contract/marks.ts'
import { CONTEXT_MAX } from '#contract/values/marks.ts'

/** The anchor of a part of a page's text. */
export const anchorOn = (text: string, page: number, span: { start: number; end: number }): MarkAnchor => {
  const [start, end] = [Math.max(span.start, 0), Math.min(span.end, text.length)]
  return {
    page,
    start,
    end,
    exact: text.slice(start, end),
    prefix: whole(text.slice(Math.max(0, start - CONTEXT_MAX), start)),
    suffix: whole(text.slice(end, end + CONTEXT_MAX)),
  }
}

/** Without the half of a character that was cut. */
const whole = (text: string) => text.replace(/\p{Surrogate}/gu, '')
