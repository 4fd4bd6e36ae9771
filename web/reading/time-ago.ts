const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

const words = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

/** How long ago, in words: '3 days ago', 'yesterday', '5 minutes ago', 'just now'. */
export const timeAgo = (date: string, now = Date.now()): string => {
  const passed = now - Date.parse(date)
  const [unit, ms] = UNITS.find(([, length]) => passed >= length) ?? []
  return unit && ms ? words.format(-Math.floor(passed / ms), unit) : 'just now'
}
