import type { ProblemBody } from './problems.ts'

/** The failures that a page itself reports. All others arrive with their message in the response. */
export const PAGE_PROBLEMS = {
  notYourBook: { type: 'forbidden', message: 'Only the author who published this book can change it.' },
  ownAdminType: {
    type: 'forbidden',
    message: 'Only another administrator can change the type of a moderator or administrator.',
  },
  uploadTimeout: {
    type: 'timeout',
    message: 'Upload timed out. Try a smaller file or check your connection.',
  },
  /** By a proxy, which says nothing that people can read; the library always says why. */
  uploadRefusedBefore: {
    type: 'too_large',
    message: 'Something in front of this library refused a file of this size. Please tell the administrators.',
  },
} as const satisfies Record<string, Pick<ProblemBody, 'type' | 'message'>>
