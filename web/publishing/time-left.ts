import { BOOK_FORM } from '#web/messages/book-form.ts'

/** The estimated time left at the rate so far, as text; empty in the first second. */
export const timeLeft = ({ loaded, total }: { loaded: number; total: number }, elapsedMs: number): string => {
  if (elapsedMs < 1000 || loaded === 0) return ''
  const seconds = Math.ceil(((total - loaded) / loaded) * (elapsedMs / 1000))
  if (seconds < 1) return ''
  if (seconds < 60) return BOOK_FORM.secondsLeft(seconds)
  return BOOK_FORM.minutesLeft(Math.ceil(seconds / 60))
}
