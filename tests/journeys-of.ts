/**
 * The journeys through the screens of a folder, for `npm run test:changed`: files of tests/journeys, where there are
 * many tests with a part of the titles to run. The first entry that begins the path of a changed file counts.
 */
export const JOURNEYS: [folder: string, ...journeys: string[]][] = [
  ['server/accounts/second-factor', 'second-factors'],
  ['server/accounts/api-tokens', 'devices'],
  ['server/accounts', 'ways', 'profile: a visitor'],
  ['server/admin', 'admin: dashboard|users page|books page|edited|settings'],
  ['server/books', 'library: genres|a search', 'library-filters', 'search'],
  ['server/comments', 'comments', 'library: comments', 'place-comments'],
  ['server/cover-rendering', 'publish-and-read: covers of the series|white first page'],
  ['server/figures', 'figures'],
  ['server/formats/epub/manuscript', 'manuscript'],
  ['server/kosync', 'devices'],
  ['server/marks', 'marks', 'notes'],
  ['server/moderation', 'moderation'],
  ['server/premium', 'home: promotion'],
  ['server/notices', 'notices'],
  [
    'server/publishing',
    'publish-and-read: upload|cover|published',
    'publish-epub',
    'manuscript',
    'chapters',
    'studio',
    'versions',
    'co-authors',
    'downloads',
    'empty-library',
  ],
  ['server/ratings', 'walk: rating', 'keyboard: rates'],
  ['server/reading', 'reader: position|last page|device', 'history'],
  ['server/recommendations', 'home: recommended', 'related-books', 'series-and-authors'],
  ['server/reports', 'reports'],
  ['server/search-inside', 'search-inside'],
  ['server/shelves', 'my-books'],
  ['server/search', 'search'],
  ['server/site', 'admin: settings', 'walk: static pages'],
  ['server/text-view', 'reader-text'],
  ['server/weekly', 'profile: weekly'],
  ['server/platform/http', 'library: open to everyone', 'ways: a visitor'],

  ['web/about', 'walk: static pages'],
  ['web/accounts', 'ways', 'walk: login and sign-up'],
  ['web/admin', 'admin'],
  ['web/api', 'walk: failed states|failure', 'library: by themselves'],
  ['web/books', 'library', 'library-filters', 'series-and-authors'],
  ['web/comments', 'comments', 'library: comments', 'keyboard: comments', 'place-comments'],
  ['web/figures', 'figures'],
  ['web/download', 'walk: static pages', 'home: code to scan', 'devices'],
  ['web/home', 'home', 'empty-library'],
  ['web/install', 'home: install dialog|code to scan'],
  ['web/marks', 'marks', 'notes', 'place-comments'],
  ['web/notes', 'notes'],
  ['web/history', 'history'],
  ['web/moderation', 'moderation'],
  ['web/my-books', 'my-books'],
  ['web/offline', 'offline', 'notes'],
  ['web/premium', 'home: promotion', 'walk: public page'],
  ['web/profile', 'profile', 'studio-home', 'co-authors', 'pen-names'],
  [
    'web/publishing',
    'publish-and-read: upload|cover|published',
    'publish-epub',
    'manuscript',
    'chapters',
    'book-details',
    'downloads',
    'pen-names',
    'studio',
    'versions',
    'co-authors',
    'keyboard: uploading',
    'pdfs: form',
  ],
  ['web/ratings', 'walk: rating', 'keyboard: rates'],
  ['web/reading/aloud', 'reader-aloud'],
  ['web/reading/find', 'reader: search', 'reader-ways: matches'],
  ['web/reading/text', 'reader-text'],
  ['web/reading/position', 'reader: position|device', 'reader-jumps'],
  ['web/reading/epub', 'epub', 'epub-hostile', 'epub-books'],
  ['web/reading/pages', 'reader-phone', 'reader-files', 'reader-start'],
  ['web/reading', 'reader', 'reader-room', 'reader-ways', 'reader-start'],
  ['web/report-queue', 'reports'],
  ['web/reports', 'reports'],
  ['web/session', 'ways', 'walk: session'],
  ['web/shelves', 'my-books'],
  ['web/shell', 'ways: navbar|menu', 'look: navbar'],
  ['web/showcase', 'walk: public page'],
  ['web/ui', 'look: login|library|book|create|home', 'keyboard'],
  ['web', 'look: home|library|login', 'steady'],
]

/** The journeys of these files, each once. */
export const journeysOf = (files: string[]) => {
  const found = files.flatMap((file) => {
    if (file.startsWith('tests/journeys/') && file.endsWith('.spec.ts')) return [file.slice(15, -8)]
    const [, ...journeys] = JOURNEYS.find(([folder]) => file.startsWith(`${folder}/`)) ?? ['']
    return journeys
  })
  const whole = new Set(found.filter((journey) => !journey.includes(':')))
  return [...new Set(found)].filter((journey) => whole.has(journey) || !whole.has(journey.split(':', 1).join()))
}
