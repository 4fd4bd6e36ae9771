import { useUnsentDraft } from '#web/session/unsent-draft.ts'

/** The email shared by the forms of /auth; it survives a reload. */
export const useTypedEmail = () => useUnsentDraft('email', '')
