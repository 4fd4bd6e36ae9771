/** Messages of the server that are complete, and shown without a title; to the letter what the server says. */
export const COMPLETE_FAILURES: readonly string[] = [
  'Please verify your email before logging in',
  'Username must be at least 4 characters',
  'Password must be at least 8 characters',
  'Both passwords are required',
  'New password must be at least 8 characters',
  'PDF file is too large (max 10MB). Please compress your file.',
  'Upload timed out. Try a smaller file or check your connection.',
]
