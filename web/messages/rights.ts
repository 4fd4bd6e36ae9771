import type { Rights } from '#contract/shapes/rights.ts'

/** The messages of what an author declares of a file. */
export const RIGHTS = {
  label: 'By publishing you declare that this book is',
  newFile: 'By saving you declare that the new file is',
  choices: {
    own: 'my own work',
    free: 'free to publish: in the public domain, or under a licence that allows it',
  } as Readonly<Record<Rights, string>>,
  hint: 'It is kept with the time and a fingerprint of the file. Readers don’t see it.',
  declared: (what: string, time: string) => `Your declaration for the file, on ${time}: ${what}.`,
  declaredBefore: (what: string, time: string) => `Your declaration for an earlier file, on ${time}: ${what}.`,
} as const
