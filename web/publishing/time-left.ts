/** The estimated time left at the rate so far, as text; empty in the first second. */
export const timeLeft = ({ loaded, total }: { loaded: number; total: number }, elapsedMs: number): string => {
  if (elapsedMs < 1000 || loaded === 0) return ''
  const seconds = Math.ceil(((total - loaded) / loaded) * (elapsedMs / 1000))
  if (seconds < 1) return ''
  if (seconds < 60) return seconds === 1 ? 'About 1 second left' : `About ${seconds} seconds left`
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? 'About 1 minute left' : `About ${minutes} minutes left`
}
