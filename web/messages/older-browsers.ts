/** At the foot of a page whose scripts did not start. */
export const OLDER_BROWSER = {
  parts: 'Parts of this page did not start. They may need a newer browser.',
  /** For browsers that the site’s scripts are not built for; with links to the app and to the reading apps. */
  advice: ['Use another browser,', 'our app', 'or', 'a reading app that opens OPDS catalogues', '.'],
} as const
