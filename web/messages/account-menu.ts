/** The messages of the account menu. In a file of their own, because only members load them. */
export const ACCOUNT_MENU = {
  library: 'Library',
  ownBooks: 'Your books',
  upload: 'Upload a book',
  moderation: 'Moderation',
  administration: 'Administration',
  kept: 'Kept on this device',
  profile: 'Profile',
  logout: 'Logout',
} as const
