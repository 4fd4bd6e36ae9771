/** Why a draft can't be saved by the page that has it open: what the page shows is no longer what is stored. */
export const DRAFT_CONFLICTS = {
  noDraft: { type: 'conflict', message: 'This book is no longer a draft. Open it again to edit it.' },
  changedMeanwhile: {
    type: 'conflict',
    message:
      'Somebody else has changed this in the meantime. Check the current version, and save again if you still want to.',
  },
} as const
