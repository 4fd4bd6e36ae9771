import { X509Certificate } from 'node:crypto'
import { makeSigningKey } from '#server/app-package/make-signing-key.ts'
import { PASSWORD, type Person } from '#server/testing/test-site.ts'
import { aBookForm, aForm, aPdf, aPicture } from '#server/testing/book-form.ts'

export const ACTORS = [
  'visitor',
  'guest',
  'reader',
  'author',
  'other author',
  'admin',
  'ended session',
  'moderator',
  'suspended',
  'blocked',
] as const
export type Actor = (typeof ACTORS)[number]

/** The targets of calls: a book in a series, a premium book, a comment and a public list of 'author', and the account of 'reader'. */
export interface Things {
  book: string
  series: string
  premium: string
  comment: string
  list: string
  reader: Person
  /** A case of reports of a book of 'author' that was deleted since: a notice of copyright, hidden and answered. */
  report: string
  /** To an address that is not called. */
  webhook: string
  /** Of log-ins, at an address in a private network, which is not called. */
  provider: string
  /** The email of 'author'. */
  publisher: string
  /** An import that can be started. */
  import: string
}

interface Row {
  /** The status for each actor up to 'ended session', in the order of ACTORS. */
  answers: number[]
  /** The status for a moderator, where it is not that of another author. */
  moderator?: number
  /** The status for the blocked reader, where it is not that of 'reader'. */
  blocked?: number
  input?: (
    things: Things,
    actor: Actor,
  ) => { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }
}

/** The status for each actor. A suspended person's session has ended. */
export const answersOf = (name: string): number[] => {
  const { answers = [], moderator, blocked } = ACCESS[name] ?? {}
  const [reader, otherAuthor, ended] = [2, 4, 6].map((place) => answers[place] ?? 500) as [number, number, number]
  return [...answers, moderator ?? otherAuthor, ended, blocked ?? reader]
}

//                visitor guest reader author other  admin  ended
const OPEN = [200, 200, 200, 200, 200, 200, 200]
const MEMBER = [401, 200, 200, 200, 200, 200, 401]
const REGISTERED = [401, 403, 200, 200, 200, 200, 401]
const ADMIN = [401, 403, 403, 403, 403, 200, 401]
const MODERATOR: Row = { answers: ADMIN, moderator: 200 }
const NO_DEVICE_MAIL = [401, 403, 403, 403, 403, 403, 401]
const noContent = (answers: number[]) => answers.map((status) => (status === 200 ? 204 : status))
/** No provider of log-ins has this name. */
const NO_PROVIDER = { params: { provider: 'none' } }
const NO_TICKET = OPEN.map(() => 400)
const created = (answers: number[]) => answers.map((status) => (status === 200 ? 201 : status))

const MODERATOR_WRITE: Row = { answers: noContent(ADMIN), moderator: 204 }

const book = ({ book: id }: Things) => ({ params: { id } })
const chapter = ({ book: id }: Things) => ({ params: { id, chapterId: '11111111-1111-4111-8111-111111111111' } })
const NO_CHAPTER: Row = { answers: [401, 403, 403, 404, 403, 403, 401], input: chapter }
const aChapterForm = () => {
  const form = new FormData()
  form.set('title', 'The Ford')
  form.set('file', new Blob(['Water.']), 'ford.md')
  return form
}
const premium = ({ premium: id }: Things) => ({ params: { id } })
const series = ({ series: id }: Things) => ({ params: { id } })
const list = ({ list: id }: Things) => ({ params: { id } })
const followed = ({ series: id }: Things) => ({ params: { kind: 'series', id } })
/** A list of 'author' with a book: nobody else may change it. */
const OWN_LIST = [401, 403, 404, 200, 404, 404, 401]
const bookInList = ({ list: id, book: bookId }: Things) => ({ params: { id, bookId } })
const report = ({ report: id }: Things) => ({ params: { id } })
const CONTACT = { name: 'Ida Fenn', email: 'ida@example.org', address: '1 Mill Lane', signature: 'Ida Fenn' }
const anEmail = () => `${crypto.randomUUID()}@example.org`
const aUsername = () => `name ${crypto.randomUUID().slice(0, 8)}`
export const aMark = () => ({
  id: crypto.randomUUID(),
  base: 0,
  change: crypto.randomUUID(),
  content: {
    color: 'gold' as const,
    note: '',
    file: '',
    createdAt: '2026-05-01T12:00:00Z',
    anchors: [{ page: 1, start: 0, end: 4, exact: 'Once', prefix: '', suffix: ' upon a time' }],
  },
})
const NO_TOKEN = 'a'.repeat(43)
const NO_ANSWER_TOKEN = 'a'.repeat(44)

/** Well formed, for a challenge that the site has not made. */
const aPasskey = () => ({
  id: 'AA',
  clientDataJSON: Buffer.from(JSON.stringify({ challenge: NO_TOKEN })).toString('base64url'),
  authenticatorData: 'AA',
  signature: 'AA',
})

const aProvider = () => ({
  id: `p${crypto.randomUUID().slice(0, 8)}`,
  name: 'A school',
  issuer: 'https://[2606:4700::1]',
  clientId: 'library',
  clientSecret: 'a secret',
})

/** The first bytes of an archive alone: its import fails later. */
const aZipFile = () => new Blob(['PK\x03\x04'])
const { privateKey, certificate } = await makeSigningKey(new Date())
/** A key with its certificate, as PEM. */
const APP_KEY = `${privateKey}${new X509Certificate(certificate).toString()}`
const anApk = () => new Blob(['PK\x03\x04', 'AndroidManifest.xml'])

export const ACCESS: Record<string, Row> = {
  'POST /auth/register': {
    answers: created(OPEN),
    input: () => ({ body: { username: aUsername(), email: anEmail(), password: PASSWORD } }),
  },
  'POST /auth/login': {
    answers: OPEN,
    input: ({ reader }) => ({ body: { email: reader.email, password: PASSWORD, device: crypto.randomUUID() } }),
  },
  'POST /auth/guest': { answers: created(OPEN) },
  'POST /auth/verify': { answers: OPEN.map(() => 400), input: () => ({ body: { token: NO_TOKEN } }) },
  'POST /auth/resend-verification': { answers: OPEN, input: () => ({ body: { email: anEmail(), next: '/create' } }) },
  'POST /auth/forgot-password': { answers: OPEN, input: () => ({ body: { email: anEmail() } }) },
  'POST /auth/reset-password': {
    answers: OPEN.map(() => 400),
    input: () => ({ body: { token: NO_TOKEN, newPassword: 'ink-and-blotting-paper' } }),
  },
  'GET /auth/user-details': { answers: MEMBER },
  'POST /auth/logout': { answers: noContent(MEMBER) },
  'POST /auth/update-user-type': {
    // Only another administrator can change the type of a moderator or administrator.
    answers: [401, 403, 200, 200, 200, 403, 401],
    moderator: 403,
    input: () => ({ body: { userType: 'reader' } }),
  },
  'PUT /auth/update-username': { answers: REGISTERED, input: () => ({ body: { newUsername: aUsername() } }) },
  'PUT /auth/update-language': { answers: REGISTERED, input: () => ({ body: { language: 'de' } }) },
  'PUT /auth/update-sex': { answers: REGISTERED, input: () => ({ body: { sex: 'Prefer not to say' } }) },
  'PUT /auth/author-page': {
    answers: REGISTERED,
    input: () => ({ body: { about: 'Of lamps.', links: ['https://example.org/'] } }),
  },
  'GET /auth/pen-names': { answers: REGISTERED },
  'POST /auth/pen-names': {
    answers: [401, 403, 403, 201, 201, 201, 401],
    input: () => ({ body: { name: aUsername(), about: '', links: [] } }),
  },
  'PUT /auth/pen-names/:id': {
    // None of them has this pen name.
    answers: [401, 403, 404, 404, 404, 404, 401],
    input: () => ({ params: { id: crypto.randomUUID() }, body: { about: '', links: [] } }),
  },
  'PUT /auth/pen-names/:id/image': {
    answers: [401, 403, 404, 404, 404, 404, 401],
    input: () => ({ params: { id: crypto.randomUUID() }, body: aForm({ image: aPicture() }) }),
  },
  'DELETE /auth/pen-names/:id/image': {
    answers: [401, 403, 404, 404, 404, 404, 401],
    input: () => ({ params: { id: crypto.randomUUID() } }),
  },
  'DELETE /auth/pen-names/:id': {
    answers: [401, 403, 404, 404, 404, 404, 401],
    input: () => ({ params: { id: crypto.randomUUID() } }),
  },
  'PUT /auth/update-password': {
    answers: REGISTERED,
    input: () => ({ body: { currentPassword: PASSWORD, newPassword: 'ink-and-blotting-paper' } }),
  },
  'PUT /auth/profile-image': { answers: REGISTERED, input: () => ({ body: aForm({ image: aPicture() }) }) },
  'DELETE /auth/profile-image': { answers: REGISTERED },
  'GET /auth/sessions': { answers: REGISTERED },
  'DELETE /auth/sessions/:id': {
    // No account has a session with this id.
    answers: [401, 403, 404, 404, 404, 404, 401],
    input: () => ({ params: { id: crypto.randomUUID() } }),
  },
  'DELETE /auth/sessions': { answers: noContent(REGISTERED) },
  'GET /auth/tokens': { answers: REGISTERED },
  'POST /auth/tokens': {
    answers: created(REGISTERED),
    input: () => ({ body: { name: 'E-reader', scopes: ['feeds', 'sync'] } }),
  },
  'DELETE /auth/tokens/:id': {
    // No account has a token with this id.
    answers: [401, 403, 404, 404, 404, 404, 401],
    input: () => ({ params: { id: crypto.randomUUID() } }),
  },
  'GET /auth/email-change': { answers: REGISTERED },
  'PUT /auth/email-change': {
    answers: REGISTERED,
    input: () => ({ body: { newEmail: anEmail(), password: PASSWORD } }),
  },
  'DELETE /auth/email-change': { answers: noContent(REGISTERED) },
  'POST /auth/confirm-email-change': { answers: OPEN.map(() => 400), input: () => ({ body: { token: NO_TOKEN } }) },
  'GET /auth/security-events': { answers: REGISTERED },
  'PUT /auth/weekly-mail': { answers: REGISTERED, input: () => ({ body: { weeklyMail: true } }) },
  'POST /auth/stop-weekly': { answers: OPEN.map(() => 400), input: () => ({ body: { token: NO_TOKEN } }) },
  'POST /auth/stop-notices': { answers: OPEN.map(() => 400), input: () => ({ body: { token: NO_TOKEN } }) },
  'DELETE /auth/account': { answers: noContent(REGISTERED), input: () => ({ body: { password: PASSWORD } }) },
  'GET /auth/export': { answers: REGISTERED },
  'POST /auth/export': { answers: REGISTERED },
  'POST /auth/export-works': { answers: [401, 403, 403, 200, 200, 200, 401] },

  'POST /auth/second-factor': {
    // No login waits for a second step.
    answers: OPEN.map(() => 400),
    input: () => ({ body: { challenge: NO_TOKEN, code: '123456' } }),
  },
  'POST /auth/passkey-options': { answers: OPEN, input: () => ({ body: {} }) },
  'POST /auth/passkey': { answers: OPEN.map(() => 400), input: () => ({ body: { passkey: aPasskey() } }) },
  'POST /auth/reauthenticate': { answers: REGISTERED, input: () => ({ body: { password: PASSWORD } }) },
  'GET /auth/second-factors': { answers: REGISTERED },
  'POST /auth/second-factors/totp': { answers: REGISTERED },
  'PUT /auth/second-factors/totp': {
    // Nobody has begun to set up an app.
    answers: [401, 403, 404, 404, 404, 404, 401],
    input: () => ({ body: { code: '123456' } }),
  },
  'DELETE /auth/second-factors/totp': { answers: noContent(REGISTERED) },
  'POST /auth/second-factors/passkey-options': { answers: REGISTERED },
  'POST /auth/second-factors/passkeys': {
    // No challenge of this site.
    answers: [401, 403, 400, 400, 400, 400, 401],
    input: () => {
      const { id, clientDataJSON } = aPasskey()
      return { body: { name: 'A key', passkey: { id, clientDataJSON, attestationObject: 'AA', transports: [] } } }
    },
  },
  'PUT /auth/second-factors/passkeys/:id': {
    // No account has a passkey with this id.
    answers: [401, 403, 404, 404, 404, 404, 401],
    input: () => ({ params: { id: crypto.randomUUID() }, body: { name: 'My key' } }),
  },
  'DELETE /auth/second-factors/passkeys/:id': {
    // No account has a passkey with this id.
    answers: [401, 403, 404, 404, 404, 404, 401],
    input: () => ({ params: { id: crypto.randomUUID() } }),
  },
  'POST /auth/second-factors/recovery-codes': {
    // They belong to a second factor.
    answers: [401, 403, 409, 409, 409, 409, 401],
  },

  'GET /site': { answers: OPEN },
  'GET /site/app': { answers: OPEN },
  'GET /site/texts/:page': { answers: OPEN, input: () => ({ params: { page: 'about' } }) },
  'POST /events/app-download': { answers: noContent(OPEN) },

  'GET /books': { answers: MEMBER },
  'GET /books/facets': { answers: MEMBER },
  'GET /books/genre/:genre': { answers: MEMBER, input: () => ({ params: { genre: 'Fantasy' } }) },
  'GET /books/new': { answers: OPEN },
  'GET /books/top-rated': { answers: OPEN },
  'GET /books/premium': { answers: OPEN },
  'GET /books/recommended': { answers: OPEN },
  'POST /events/recommendation-click': {
    // Nothing was recommended under this signature.
    answers: [401, 400, 400, 400, 400, 400, 401],
    input: ({ book: id }) => ({ body: { click: `small.${id}.${'x'.repeat(22)}` } }),
  },
  'GET /books/daily-recommendations': { answers: OPEN },
  'GET /books/inside': { answers: MEMBER, input: () => ({ query: { query: 'almanac' } }) },
  'GET /books/search': { answers: OPEN, input: () => ({ query: { query: 'almanac' } }) },
  'GET /books/suggestions': { answers: OPEN, input: () => ({ query: { query: 'almanac' } }) },
  'GET /books/nearest': { answers: MEMBER, input: () => ({ query: { query: 'almanac' } }) },
  'GET /books/genres': { answers: OPEN },
  'GET /books/public/featured': { answers: OPEN },
  'GET /books/public/trending': { answers: OPEN },
  'GET /books/public/genres': { answers: OPEN },
  'GET /books/public/premium/:id': { answers: OPEN, input: premium },
  'GET /books/public/premium/:id/pdf': { answers: OPEN, input: premium },
  'GET /books/public/premium/:id/file': { answers: OPEN, input: premium },
  'GET /books/user': { answers: REGISTERED },
  'GET /books/user/figures': { answers: REGISTERED },
  'GET /comments/received': { answers: REGISTERED },
  // The comment is the author's own, so nobody has received it.
  'PUT /comments/received/read': {
    answers: [401, 403, 404, 404, 404, 404, 401],
    input: ({ comment: until }) => ({ body: { until } }),
  },
  'GET /reading/history': { answers: REGISTERED, input: () => ({ query: { year: '2026' } }) },
  'PUT /reading/history': { answers: noContent(REGISTERED), input: () => ({ body: { isKept: true, goal: null } }) },
  'DELETE /reading/history': { answers: noContent(REGISTERED) },
  'GET /books/reading': { answers: MEMBER },
  'GET /books/:id/position': { answers: MEMBER, input: book },
  'GET /books/:id/text': { answers: MEMBER, input: book },
  'GET /books/:id/reading': { answers: MEMBER, input: book },
  'PUT /books/:id/position': {
    answers: MEMBER,
    input: (things) => ({
      ...book(things),
      body: { device: { id: crypto.randomUUID(), name: 'Phone' }, page: 2, step: 1, seen: 0 },
    }),
  },
  'GET /books/marked': { answers: MEMBER },
  'GET /marks': { answers: MEMBER },
  'GET /books/:id/marks': { answers: MEMBER, input: book },
  'PUT /books/:id/marks': { answers: MEMBER, input: (things) => ({ ...book(things), body: { changes: [aMark()] } }) },
  'DELETE /books/:id/marks': { answers: noContent(MEMBER), input: book },
  'GET /books/:id': { answers: OPEN, input: book },
  'GET /books/:id/related': { answers: OPEN, input: book },
  'GET /authors': { answers: OPEN },
  'GET /authors/:name': { answers: OPEN, input: () => ({ params: { name: 'Ottoline Marsh' } }) },
  'GET /authors/:name/newest': { answers: OPEN, input: () => ({ params: { name: 'Ottoline Marsh' } }) },
  'GET /series': { answers: OPEN },
  'GET /series/:id': { answers: OPEN, input: series },
  'GET /my/shelves': { answers: MEMBER },
  'GET /my/shelves/:shelf': { answers: MEMBER, input: () => ({ params: { shelf: 'want' } }) },
  'GET /my/wanted': { answers: MEMBER, input: (things) => ({ query: { ids: things.book } }) },
  'GET /my/books/:id': { answers: MEMBER, input: book },
  'PUT /my/books/:id': { answers: MEMBER, input: (things) => ({ ...book(things), body: { isWanted: true } }) },
  'PUT /my/books/:id/place': {
    // Nobody wants to read it.
    answers: [401, 404, 404, 404, 404, 404, 401],
    input: ({ premium: id }) => ({ params: { id }, body: { place: 1 } }),
  },
  'GET /my/lists': { answers: REGISTERED },
  'POST /lists': {
    answers: created(REGISTERED),
    input: () => ({ body: { name: aUsername(), visibility: 'link' } }),
  },
  // The author and the blocked reader block each other.
  'GET /lists/:id': { answers: MEMBER, blocked: 404, input: list },
  'PUT /lists/:id': {
    answers: OWN_LIST,
    input: (things) => ({ ...list(things), body: { name: 'For autumn', visibility: 'public' } }),
  },
  'PUT /lists/:id/books/:bookId': { answers: noContent(OWN_LIST), input: bookInList },
  'PUT /lists/:id/books/:bookId/place': {
    answers: noContent(OWN_LIST),
    input: (things) => ({ ...bookInList(things), body: { place: 1 } }),
  },
  'DELETE /lists/:id/books/:bookId': {
    answers: noContent(OWN_LIST),
    input: ({ list: id, premium: bookId }) => ({ params: { id, bookId } }),
  },
  'PUT /lists/:id/follow': { answers: [401, 403, 204, 409, 204, 204, 401], blocked: 404, input: list },
  'DELETE /lists/:id/follow': { answers: noContent(REGISTERED), blocked: 404, input: list },
  'GET /follows': { answers: MEMBER },
  'GET /follows/:kind/:id': { answers: MEMBER, input: followed },
  'PUT /follows/:kind/:id': { answers: noContent(MEMBER), input: followed },
  'DELETE /follows/:kind/:id': { answers: noContent(MEMBER), input: followed },
  // The device mails of a new site are off.
  'GET /device': { answers: REGISTERED },
  'PUT /device': {
    answers: NO_DEVICE_MAIL,
    input: () => ({ body: { address: 'shelf@kindle.example' } }),
  },
  'POST /device/confirm': { answers: NO_DEVICE_MAIL, input: () => ({ body: { code: '123456' } }) },
  'DELETE /device': { answers: noContent(REGISTERED) },
  'POST /books/:id/send-to-device': { answers: NO_DEVICE_MAIL, input: book },
  'GET /notices': { answers: MEMBER },
  'GET /notices/unread': { answers: MEMBER },
  'PUT /notices/read': { answers: noContent(MEMBER), input: () => ({ body: { id: crypto.randomUUID() } }) },
  'GET /notices/settings': { answers: MEMBER },
  'PUT /notices/settings/:kind': {
    answers: noContent(MEMBER),
    input: () => ({ params: { kind: 'reply' }, body: { how: 'off' } }),
  },
  'DELETE /lists/:id': {
    // The author has no such list either.
    answers: [401, 403, 404, 404, 404, 404, 401],
    input: () => ({ params: { id: crypto.randomUUID() } }),
  },
  'PUT /books/:id/dismissed': { answers: noContent(MEMBER), input: book },
  'DELETE /books/:id/dismissed': { answers: noContent(MEMBER), input: book },
  'GET /books/:id/pdf': { answers: MEMBER, input: book },
  'GET /books/:id/file': { answers: MEMBER, input: book },
  'POST /books/:id/view': { answers: OPEN, input: book },
  'POST /books/:id/rate': {
    // Authors cannot rate their own books.
    answers: [401, 200, 200, 403, 200, 200, 401],
    input: (things) => ({ ...book(things), body: { rating: 4 } }),
  },
  'GET /books/:id/comments': { answers: OPEN, input: book },
  'POST /books/:id/comments': {
    answers: created(MEMBER),
    input: (things) => ({ ...book(things), body: { text: 'The moor is the best character in it.' } }),
  },
  'DELETE /books/:id/comments/:commentId': {
    answers: [401, 403, 403, 204, 403, 204, 401],
    input: ({ book: id, comment: commentId }) => ({ params: { id, commentId } }),
  },
  'GET /books/:id/visible-comments': { answers: MEMBER, input: book },
  'PUT /books/:id/comments/:commentId/hidden': {
    // The publisher of the book hides it, and moderators.
    answers: [401, 403, 403, 204, 403, 204, 401],
    moderator: 204,
    input: ({ book: id, comment: commentId }) => ({ params: { id, commentId }, body: { reason: 'An insult.' } }),
  },
  'DELETE /books/:id/comments/:commentId/hidden': {
    answers: [401, 403, 403, 204, 403, 204, 401],
    moderator: 204,
    input: ({ book: id, comment: commentId }) => ({ params: { id, commentId } }),
  },
  'GET /books/:id/hidden-comments': { answers: [401, 403, 403, 200, 403, 200, 401], moderator: 200, input: book },
  'PUT /books/:id/comment-rule': {
    answers: [401, 403, 403, 204, 403, 403, 401],
    input: (things) => ({ ...book(things), body: { rule: 'closed' } }),
  },
  'GET /books/reading/withdrawn': { answers: MEMBER },
  'GET /auth/hidden': { answers: MEMBER },
  'GET /auth/blocks': { answers: MEMBER },
  'PUT /auth/blocks/:id': {
    // Nobody blocks themselves.
    answers: [401, 204, 409, 204, 204, 204, 401],
    blocked: 204,
    input: ({ reader }) => ({ params: { id: reader._id } }),
  },
  'DELETE /auth/blocks/:id': { answers: noContent(MEMBER), input: ({ reader }) => ({ params: { id: reader._id } }) },

  'GET /moderation/hidden': MODERATOR,
  'PUT /moderation/books/:id/hidden': {
    ...MODERATOR_WRITE,
    input: (things) => ({ ...book(things), body: { reason: 'It was copied.' } }),
  },
  'DELETE /moderation/books/:id/hidden': { ...MODERATOR_WRITE, input: book },
  'PUT /moderation/lists/:id/hidden': {
    ...MODERATOR_WRITE,
    input: (things) => ({ ...list(things), body: { reason: 'Spam.' } }),
  },
  'DELETE /moderation/lists/:id/hidden': { ...MODERATOR_WRITE, input: list },
  'PUT /moderation/people/:id/hidden': {
    ...MODERATOR_WRITE,
    input: ({ reader }) => ({ params: { id: reader._id }, body: { reason: 'Spam.' } }),
  },
  'DELETE /moderation/people/:id/hidden': {
    ...MODERATOR_WRITE,
    input: ({ reader }) => ({ params: { id: reader._id } }),
  },
  'GET /moderation/suspended': { answers: ADMIN },
  'PUT /moderation/people/:id/suspension': {
    answers: noContent(ADMIN),
    input: ({ reader }) => ({ params: { id: reader._id }, body: { reason: 'Spam.' } }),
  },
  'DELETE /moderation/people/:id/suspension': {
    answers: noContent(ADMIN),
    input: ({ reader }) => ({ params: { id: reader._id } }),
  },

  'POST /books': { answers: [401, 403, 403, 201, 201, 201, 401], input: () => ({ body: aBookForm() }) },
  'POST /books/inspect': { answers: MEMBER, input: () => ({ body: aForm({ file: new Blob([aPdf()]) }) }) },
  'POST /books/handbooks': {
    // The library has books already, hence the conflict.
    answers: [401, 403, 403, 409, 409, 409, 401],
  },
  'PUT /books/:id': {
    answers: [401, 403, 403, 200, 403, 200, 401],
    input: (things) => ({ ...book(things), body: { caption: 'Another caption.' } }),
  },
  'POST /books/drafts': {
    answers: [401, 403, 403, 201, 201, 201, 401],
    input: () => ({ body: aBookForm() }),
  },
  // Only the author of a book, and of theirs a draft alone.
  'PUT /books/drafts/:id': {
    answers: [401, 403, 403, 409, 403, 403, 401],
    input: (things) => ({ ...book(things), body: { title: 'Another title' } }),
  },
  'PUT /books/:id/state': {
    answers: [401, 403, 403, 200, 403, 403, 401],
    input: (things) => ({ ...book(things), body: { state: 'published' } }),
  },
  'GET /books/:id/own': { answers: [401, 403, 403, 200, 403, 403, 401], input: book },
  'GET /books/:id/own/figures': { answers: [401, 403, 403, 200, 403, 403, 401], input: book },
  'GET /books/:id/own/file': { answers: [401, 403, 403, 200, 403, 403, 401], input: book },
  // Its publisher alone. The book is a PDF, which is not set anew.
  'GET /books/:id/paper': { answers: [401, 403, 403, 200, 403, 403, 401], input: book },
  'PUT /books/:id/paper': {
    answers: [401, 403, 403, 409, 403, 403, 401],
    input: (things) => ({
      ...book(things),
      body: { size: 'a5', opensRight: true, cropMarks: false, bleed: false, isOffered: false },
    }),
  },
  'DELETE /books/:id/paper': { answers: [401, 403, 403, 204, 403, 403, 401], input: book },
  'GET /books/:id/versions': { answers: [401, 403, 403, 200, 403, 200, 401], input: book },
  // Its publisher and co-authors, administrators not. The book has no manuscript.
  'GET /books/:id/versions/:number/manuscript': {
    answers: [401, 403, 403, 404, 403, 403, 401],
    input: ({ book: id }) => ({ params: { id, number: '1' } }),
  },
  'POST /books/:id/versions/:number/restore': {
    // The book has one version.
    answers: [401, 403, 403, 409, 403, 409, 401],
    input: ({ book: id }) => ({ params: { id, number: '1' }, body: {} }),
  },
  'DELETE /books/:id/versions/:number': {
    answers: [401, 403, 403, 409, 403, 409, 401],
    input: ({ book: id }) => ({ params: { id, number: '1' } }),
  },
  // Its publisher and co-authors, administrators not. The book is a PDF, to which no chapter is added.
  'GET /books/:id/chapters': { answers: [401, 403, 403, 200, 403, 403, 401], input: book },
  'POST /books/:id/chapters': {
    answers: [401, 403, 403, 409, 403, 403, 401],
    input: (things) => ({ ...book(things), body: aChapterForm() }),
  },
  'GET /books/:id/chapters/:chapterId': NO_CHAPTER,
  'PUT /books/:id/chapters/:chapterId': {
    ...NO_CHAPTER,
    input: (things) => ({ ...chapter(things), body: { title: 'Another title' } }),
  },
  'DELETE /books/:id/chapters/:chapterId': NO_CHAPTER,
  'POST /books/:id/chapters/:chapterId/publish': { ...NO_CHAPTER, answers: [401, 403, 403, 409, 403, 403, 401] },
  'GET /books/:id/chapters/:chapterId/file': NO_CHAPTER,
  // Only the publisher of a book, administrators neither.
  'GET /books/:id/co-authors': { answers: [401, 403, 403, 200, 403, 403, 401], input: book },
  'POST /books/:id/co-authors': {
    answers: [401, 403, 403, 201, 403, 403, 401],
    input: (things) => ({ ...book(things), body: { name: 'Ida Fenn' } }),
  },
  'POST /books/:id/co-authors/ask': {
    answers: [401, 403, 403, 201, 403, 403, 401],
    input: (things) => ({ ...book(things), body: { username: things.reader.username } }),
  },
  'PUT /books/:id/co-authors': {
    answers: [401, 403, 403, 200, 403, 403, 401],
    input: (things) => ({ ...book(things), body: { order: [crypto.randomUUID()] } }),
  },
  'DELETE /books/:id/co-authors/:coAuthorId': {
    // The book has none.
    answers: [401, 403, 403, 404, 403, 403, 401],
    input: ({ book: id }) => ({ params: { id, coAuthorId: crypto.randomUUID() } }),
  },
  'GET /co-authorships': { answers: REGISTERED },
  'PUT /books/:id/co-authorship': {
    // Nobody was asked.
    answers: [401, 403, 404, 404, 404, 404, 401],
    input: (things) => ({ ...book(things), body: { agrees: true } }),
  },
  'DELETE /books/:id': { answers: [401, 403, 403, 200, 403, 200, 401], input: book },

  'POST /reports': {
    // Nobody reports what is theirs.
    answers: [401, 201, 201, 403, 201, 201, 401],
    input: ({ book: id }) => ({ body: { kind: 'book', id, reason: 'spam' } }),
  },
  'GET /reports/mine': { answers: MEMBER },
  'POST /reports/:id/answer': {
    // Only those concerned know of it, and the author has answered already.
    answers: [401, 404, 404, 409, 404, 404, 401],
    input: (things) => ({ ...report(things), body: { words: 'It is my own.' } }),
  },
  'POST /reports/:id/counter-notice': {
    answers: [401, 403, 404, 201, 404, 404, 401],
    input: (things) => ({
      ...report(things),
      body: { ...CONTACT, words: 'It is my own.', isMistake: true, acceptsCourt: true },
    }),
  },
  'POST /reports/mailed': { answers: OPEN.map(() => 400), input: () => ({ body: { token: NO_ANSWER_TOKEN } }) },
  'POST /reports/mailed/answer': {
    answers: OPEN.map(() => 400),
    input: () => ({ body: { token: NO_ANSWER_TOKEN, words: 'It is my own.' } }),
  },
  'GET /reports/totals': { answers: OPEN },
  'POST /copyright/notices': {
    answers: created(OPEN),
    input: ({ book: id }) => ({
      body: { ...CONTACT, book: id, work: 'My novel.', place: 'All of it.', isGoodFaith: true, isAccurate: true },
    }),
  },
  'GET /moderation/reports': MODERATOR,
  'GET /moderation/reports/:id': { ...MODERATOR, input: report },
  'POST /moderation/reports/:id/decisions': {
    ...MODERATOR,
    input: (things) => ({ ...report(things), body: { decision: 'uphold', version: 1 } }),
  },

  'GET /admin/dashboard-stats': { answers: ADMIN },
  'GET /admin/users': { answers: ADMIN },
  'PUT /admin/users/:id': {
    answers: ADMIN,
    input: ({ reader }) => ({ params: { id: reader._id }, body: { username: aUsername() } }),
  },
  'DELETE /admin/users/:id': { answers: ADMIN, input: ({ reader }) => ({ params: { id: reader._id } }) },
  'DELETE /admin/users/:id/second-factors': {
    answers: ADMIN,
    input: ({ reader }) => ({ params: { id: reader._id } }),
  },
  'GET /admin/books': { answers: ADMIN },
  'PUT /admin/books/:id/toggle-premium': {
    answers: ADMIN,
    input: (things) => ({ ...book(things), body: { isPremium: true } }),
  },
  'PUT /admin/books/:id/toggle-featured': {
    answers: ADMIN,
    input: (things) => ({ ...book(things), body: { isFeatured: true } }),
  },
  'GET /admin/books/:id': { answers: ADMIN, input: book },
  'PUT /admin/books/:id': {
    answers: ADMIN,
    input: (things) => ({ ...book(things), body: { caption: 'Another caption.' } }),
  },
  'DELETE /admin/books/:id': { answers: ADMIN, input: book },
  'POST /admin/books/bulk': {
    answers: ADMIN,
    input: ({ book: _id }) => ({ body: { action: 'feature', books: [{ _id }] } }),
  },
  'GET /admin/log': { answers: ADMIN },
  'GET /admin/site': { answers: ADMIN },
  'PUT /admin/site': { answers: ADMIN, input: () => ({ body: { appVersion: '1.0.5' } }) },
  'PUT /admin/site/app-file': { answers: ADMIN, input: () => ({ body: aForm({ appFile: anApk() }) }) },
  'GET /admin/site/app': { answers: ADMIN },
  'PUT /admin/site/app/icon': { answers: ADMIN, input: () => ({ body: aForm({ image: aPicture() }) }) },
  'DELETE /admin/site/app/icon': { answers: ADMIN },
  'PUT /admin/site/app/key': { answers: ADMIN, input: () => ({ body: { pem: APP_KEY } }) },
  'DELETE /admin/site/app/key': { answers: ADMIN },
  'PUT /admin/site/texts/:page': {
    answers: ADMIN,
    input: () => ({ params: { page: 'about' }, body: { text: 'We lend books.' } }),
  },
  'POST /auth/oidc/:provider/start': { answers: OPEN.map(() => 404), input: () => ({ ...NO_PROVIDER, body: {} }) },
  'POST /auth/oidc/finish': {
    answers: NO_TICKET,
    input: () => ({ body: { answer: 'code=a&state=b', secret: NO_TOKEN } }),
  },
  'POST /auth/oidc/account': {
    answers: NO_TICKET,
    input: () => ({ body: { ticket: NO_TOKEN, username: aUsername(), userType: 'reader' } }),
  },
  'POST /auth/oidc/link': { answers: NO_TICKET, input: () => ({ body: { ticket: NO_TOKEN, password: PASSWORD } }) },
  'POST /auth/oidc/link-mail': { answers: NO_TICKET, input: () => ({ body: { ticket: NO_TOKEN } }) },
  'POST /auth/oidc/confirm': { answers: NO_TICKET, input: () => ({ body: { ticket: NO_TOKEN, token: NO_TOKEN } }) },
  'POST /auth/oidc/log-out': { answers: MEMBER },
  'GET /auth/providers': { answers: REGISTERED },
  'POST /auth/providers/:provider/link': {
    answers: REGISTERED.map((status) => (status === 200 ? 404 : status)),
    input: () => ({ ...NO_PROVIDER, body: {} }),
  },
  'POST /auth/providers/:provider/confirm': {
    answers: REGISTERED.map((status) => (status === 200 ? 404 : status)),
    input: () => ({ ...NO_PROVIDER, body: {} }),
  },
  'DELETE /auth/providers/:provider': {
    answers: REGISTERED.map((status) => (status === 200 ? 404 : status)),
    input: () => NO_PROVIDER,
  },
  'GET /admin/providers': { answers: ADMIN },
  'POST /admin/providers': {
    answers: created(ADMIN),
    // A public address: nothing is resolved, and nothing is sent.
    input: () => ({ body: aProvider() }),
  },
  'PUT /admin/providers/:provider': {
    answers: ADMIN,
    input: ({ provider }) => {
      const { id: _id, ...body } = aProvider()
      return { params: { provider }, body }
    },
  },
  'DELETE /admin/providers/:provider': { answers: ADMIN, input: ({ provider }) => ({ params: { provider } }) },
  'POST /admin/providers/:provider/test': { answers: ADMIN, input: ({ provider }) => ({ params: { provider } }) },
  'GET /admin/webhooks': { answers: ADMIN },
  'POST /admin/webhooks': {
    answers: created(ADMIN),
    // A public address: nothing is resolved, and nothing is sent.
    input: () => ({ body: { url: 'https://[2606:4700::1]/hook', events: ['book.published'] } }),
  },
  'PUT /admin/webhooks/:id': {
    answers: ADMIN,
    input: ({ webhook: id }) => ({ params: { id }, body: { isActive: false } }),
  },
  'DELETE /admin/webhooks/:id': { answers: ADMIN, input: ({ webhook: id }) => ({ params: { id } }) },
  'POST /admin/webhooks/:id/test': { answers: ADMIN, input: ({ webhook: id }) => ({ params: { id } }) },
  'GET /admin/imports': { answers: ADMIN },
  'POST /admin/imports': {
    answers: created(ADMIN),
    input: ({ publisher: email }) => ({ body: aForm({ email, archive: aZipFile() }) }),
  },
  'POST /admin/imports/:id/start': { answers: ADMIN, input: ({ import: id }) => ({ params: { id }, body: {} }) },
  'POST /admin/imports/:id/stop': { answers: ADMIN, input: ({ import: id }) => ({ params: { id } }) },
  'DELETE /admin/imports/:id': { answers: ADMIN, input: ({ import: id }) => ({ params: { id } }) },
  'GET /admin/imports/:id/report': {
    // It has none yet.
    answers: [401, 403, 403, 403, 403, 404, 401],
    input: ({ import: id }) => ({ params: { id } }),
  },
  'GET /admin/invitations': { answers: ADMIN },
  'POST /admin/invitations': { answers: created(ADMIN), input: () => ({ body: { note: 'For Perpetua' } }) },
  'DELETE /admin/invitations/:code': {
    // There is no invitation with this code.
    answers: [401, 403, 403, 403, 403, 404, 401],
    input: () => ({ params: { code: 'AAAAAAAAAA' } }),
  },
}
