/** The messages of reading aloud. */
export const READ_ALOUD = {
  title: 'Read aloud',
  previous: 'Previous sentence',
  next: 'Next sentence',
  pause: 'Pause',
  resume: 'Go on reading',
  stop: 'Stop reading aloud',
  speed: 'Speed',
  language: 'Language',
  voice: 'Voice',
  descriptions: 'Describe pictures and formulas',
  times: (speed: number) => `${speed} ×`,
  noText: 'There is no text from here on that can be read aloud.',
  failed: 'The voice stopped. Try again, or choose another voice.',
} as const
