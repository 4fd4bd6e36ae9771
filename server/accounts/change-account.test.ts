import { afterAll, beforeAll, expect, test } from 'vitest'
import * as calls from '#contract/accounts.ts'
import * as settings from '#contract/account-settings.ts'
import { deleteAccount } from '#contract/account-settings.ts'
import { deleteUser, updateUser } from '#contract/admin.ts'
import { addressOf } from '#contract/api/client.ts'
import { addComment, deleteComment, listComments } from '#contract/comments.ts'
import { isProblem } from '#contract/api/problems.ts'
import { deleteBook } from '#contract/publishing.ts'
import { rateBook } from '#contract/ratings.ts'
import { savePosition } from '#contract/reading.ts'
import { openTestSite, PASSWORD, type Person, problemFrom, tokenIn, type TestSite } from '#server/testing/test-site.ts'
import { IS_THROUGH_NGINX } from '#tests/through-nginx.ts'
import { createAdmin } from './create-admin.ts'
import { lockAccounts } from '#server/locks/lock-order.ts'
import { createMailToken } from './email/mail-tokens.ts'
import { untilSomeoneWaitsForLock } from '#server/locks/testing-locks.ts'

const NEW_PASSWORD = 'ink-and-blotting-paper'

let site: TestSite
let admin: Person

beforeAll(async () => {
  site = await openTestSite()
  await site.startJobs()
  admin = await site.anAdmin()
})
afterAll(() => site.close())

const isLoggedIn = async (person: Pick<Person, 'token'>) =>
  site
    .api(person)(calls.getUserDetails)
    .then(
      () => true,
      () => false,
    )
const logIn = (email: string, password = PASSWORD) => site.api()(calls.login, { body: { email, password } })
const reset = (link: string) =>
  site.api()(calls.resetPassword, { body: { token: tokenIn(link), newPassword: NEW_PASSWORD } })
const resetLinkOf = async ({ email }: Person, count = 1) => {
  await site.api()(calls.forgotPassword, { body: { email } })
  return (await site.post.mailTo(email, count)).link
}
const change = (id: string, body: { email?: string; userType?: 'reader' | 'author' | 'admin'; username?: string }) =>
  site.api(admin)(updateUser, { params: { id }, body })
const someEmail = () => `${crypto.randomUUID()}@example.org`

const statusOf = async (call: Promise<unknown>) =>
  call.then(
    () => 200,
    (error: unknown) => (isProblem(error) ? error.status : 0),
  )

test('a reset link sent to the former address no longer works after an administrator changed the address', async () => {
  const reader = await site.aReader()
  const link = await resetLinkOf(reader)
  await change(reader._id, { email: someEmail() })
  expect(await problemFrom(reset(link))).toMatchObject({ status: 400, type: 'validation' })
})

test('a change of the address ends all sessions of the account', async () => {
  const reader = await site.aReader()
  await change(reader._id, { email: someEmail() })
  expect(await isLoggedIn(reader)).toBe(false)
})

test('a mail token is not created for an address that the account no longer has', async () => {
  const reader = await site.aReader()
  await change(reader._id, { email: someEmail() })
  const account = { id: reader._id, email: reader.email }
  expect(await createMailToken(site.services, account, 'reset', 1)).toBeUndefined()
  expect(
    await site.services.db
      .selectFrom('mailTokens')
      .selectAll()
      .where('userId', '=', reader._id)
      .where('purpose', '=', 'reset')
      .execute(),
  ).toEqual([])
})

test('a change of the name alone ends nothing', async () => {
  const reader = await site.aReader()
  const link = await resetLinkOf(reader)
  await change(reader._id, { username: `name ${crypto.randomUUID().slice(0, 8)}` })
  expect(await isLoggedIn(reader)).toBe(true)
  await reset(link)
})

test('an account that becomes an administrator loses its sessions and its reset links', async () => {
  const reader = await site.aReader()
  const link = await resetLinkOf(reader)
  await change(reader._id, { userType: 'admin' })
  expect(await isLoggedIn(reader)).toBe(false)
  expect(await problemFrom(reset(link))).toMatchObject({ status: 400 })
  await change(reader._id, { userType: 'reader' })
})

test('an account that the command line makes an administrator loses its sessions and its reset links', async () => {
  const reader = await site.aReader()
  const link = await resetLinkOf(reader)
  await createAdmin(site.services, { email: reader.email, username: reader.username, password: NEW_PASSWORD })
  expect(await isLoggedIn(reader)).toBe(false)
  expect(await problemFrom(reset(link))).toMatchObject({ status: 400 })
  await change(reader._id, { userType: 'reader' })
})

test('a new password ends the reset links of the account', async () => {
  const reader = await site.aReader()
  const link = await resetLinkOf(reader)
  const body = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }
  await site.api(reader)(settings.updatePassword, { body })
  expect(await isLoggedIn(reader)).toBe(true)
  expect(await problemFrom(reset(link))).toMatchObject({ status: 400 })
})

test('a reset ends all sessions and the verification link of the account', async () => {
  const email = someEmail()
  await site.api()(calls.register, { body: { username: 'resets first', email, password: PASSWORD } })
  const verification = await site.post.mailTo(email)
  await site.api()(calls.forgotPassword, { body: { email } })
  await reset((await site.post.mailTo(email, 2)).link)
  const { token } = await logIn(email, NEW_PASSWORD)
  const late = site.api()(calls.verifyEmail, { body: { token: tokenIn(verification.link) } })
  expect(await problemFrom(late)).toMatchObject({ status: 400 })
  expect(await isLoggedIn({ token })).toBe(true)
})

test('a name shown with a comment is the new one after a guest is merged by a reset', async () => {
  const origin = await site.app.listen({ port: 0, host: '127.0.0.1' })
  const { token } = await site.api()(calls.createGuest)
  const id = await site.aBookRow(null)
  await site.api({ token })(addComment, { params: { id }, body: { text: 'Signed.' } })
  const namesShown = async () => {
    const path = addressOf(listComments, { params: { id } })
    // Over a socket the process answers from its cache; nginx is asked until its own has the new state.
    const text = IS_THROUGH_NGINX ? (await site.app.inject(path)).body : await (await fetch(origin + path)).text()
    return (JSON.parse(text) as { user: { username: string } }[]).map(({ user }) => user.username)
  }
  for (const [username, way] of [
    ['Merged By Reset', 'reset'],
    ['Merged By Mail', 'verify'],
  ] as const) {
    const guest = way === 'reset' ? token : (await site.api()(calls.createGuest)).token
    if (way === 'verify')
      await site.api({ token: guest })(addComment, { params: { id }, body: { text: 'Signed too.' } })
    const email = someEmail()
    await site.api({ token: guest })(calls.register, { body: { username, email, password: PASSWORD } })
    const { link } = await site.post.mailTo(email)
    await namesShown()
    expect(await namesShown()).not.toContain(username)
    if (way === 'verify') await site.api()(calls.verifyEmail, { body: { token: tokenIn(link) } })
    else {
      await site.api()(calls.forgotPassword, { body: { email } })
      await reset((await site.post.mailTo(email, 2)).link)
    }
    expect(await namesShown()).toContain(username)
  }
})

const ROUNDS = 15

test('of two administrators who demote each other one succeeds and one is rejected', { timeout: 60_000 }, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const [one, other] = await Promise.all([site.anAdmin(), site.anAdmin()])
    const demote = (by: Person, whom: Person) =>
      statusOf(site.api(by)(updateUser, { params: { id: whom._id }, body: { userType: 'reader' } }))
    const statuses = await Promise.all([demote(one, other), demote(other, one)])
    // On their way through nginx one may arrive after the other has ended its session.
    expect(statuses.sort()).toEqual([200, IS_THROUGH_NGINX ? expect.toBeOneOf([401, 409]) : 409])
    await site.services.db
      .updateTable('users')
      .set({ userType: 'reader' })
      .where('id', 'in', [one._id, other._id])
      .execute()
  }
})

test('two administrators can change the names of each other at the same time', { timeout: 60_000 }, async () => {
  const [one, other] = await Promise.all([site.anAdmin(), site.anAdmin()])
  const rename = (by: Person, whom: Person) =>
    statusOf(
      site.api(by)(updateUser, {
        params: { id: whom._id },
        body: { username: `name ${crypto.randomUUID().slice(0, 8)}`, email: someEmail() },
      }),
    )
  for (let round = 0; round < ROUNDS; round++) {
    expect(await Promise.all([rename(one, other), rename(other, one)])).not.toContain(503)
    const tokens = await Promise.all([one, other].map(async ({ _id }) => (await sessionFor(_id)).token))
    one.token = tokens[0] ?? ''
    other.token = tokens[1] ?? ''
  }
})

const sessionFor = async (id: string) => {
  const { startSession } = await import('./sessions/sessions.ts')
  return { token: await startSession(site.services, id, 'test') }
}

/** Books with a rating of each reader; each reader rates them in an order of their own. */
const ratedBooks = async (readers: Person[], count = 8) => {
  const ids: string[] = []
  for (let i = 0; i < count; i++) ids.push(await site.aBookRow(null))
  for (const [i, reader] of readers.entries())
    for (const id of i % 2 ? ids : ids.toReversed())
      await site.api(reader)(rateBook, { params: { id }, body: { rating: 3 } })
  return ids
}

test('people who rated the same books can be deleted at the same time', { timeout: 60_000 }, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const readers = await Promise.all(Array.from({ length: 4 }, () => site.aReader()))
    await ratedBooks(readers)
    const [first, second, ...own] = readers as [Person, Person, ...Person[]]
    const statuses = await Promise.all([
      ...[first, second].map(({ _id }) => statusOf(site.api(admin)(deleteUser, { params: { id: _id } }))),
      ...own.map((reader) => statusOf(site.api(reader)(deleteAccount, { body: { password: PASSWORD } }))),
    ])
    expect(statuses).toEqual([200, 200, 200, 200])
  }
})

test(
  'authors who rated the books of each other can delete their accounts with their books',
  { timeout: 60_000 },
  async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const authors = await Promise.all([site.anAuthor(), site.anAuthor()])
      const [one, other] = authors
      for (const [publisher, reader] of [
        [one, other],
        [other, one],
      ] as const)
        for (let i = 0; i < 3; i++) {
          const id = await site.aBookRow(publisher)
          await site.api(reader)(rateBook, { params: { id }, body: { rating: 2 } })
        }
      const body = { password: PASSWORD, deleteBooks: true }
      const statuses = await Promise.all(authors.map((author) => statusOf(site.api(author)(deleteAccount, { body }))))
      expect(statuses).toEqual([200, 200])
    }
  },
)

test('a reader may rate a book again while their account is deleted', { timeout: 60_000 }, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const reader = await site.aReader()
    const ids = await ratedBooks([reader], 4)
    const statuses = await Promise.all([
      statusOf(site.api(admin)(deleteUser, { params: { id: reader._id } })),
      ...Array.from({ length: 20 }, (_, i) =>
        statusOf(site.api(reader)(rateBook, { params: { id: ids[i % 4] ?? '' }, body: { rating: 1 + (i % 5) } })),
      ),
    ])
    expect(statuses[0]).toBe(200)
    expect(statuses).not.toContain(503)
  }
})

test(
  'a comment may be deleted while the account that rated the book and wrote it is deleted',
  { timeout: 60_000 },
  async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const reader = await site.aReader()
      const [id = ''] = await ratedBooks([reader], 1)
      const comments = []
      for (let i = 0; i < 6; i++)
        comments.push(await site.api(reader)(addComment, { params: { id }, body: { text: `${i}` } }))
      const statuses = await Promise.all([
        ...comments.map(({ comment }) =>
          statusOf(site.api(admin)(deleteComment, { params: { id, commentId: comment._id } })),
        ),
        statusOf(site.api(reader)(deleteAccount, { body: { password: PASSWORD } })),
      ])
      expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 200])
    }
  },
)

test.each(['a verification', 'a new sign-up'])('%s locks the guest before the pending account', async (kind) => {
  const { token, user: guest } = await site.api()(calls.createGuest)
  const body = { username: `pending ${guest.username.slice(-4)}`, email: someEmail(), password: PASSWORD }
  const signUp = () => site.api({ token })(calls.register, { body })
  await signUp()
  const { link } = await site.post.mailTo(body.email)
  const verify = () => site.api()(calls.verifyEmail, { body: { token: tokenIn(link) } })
  const { waiting } = await site.services.db.transaction().execute(async (trx) => {
    await lockAccounts(trx, [guest._id])
    const waiting = statusOf(kind === 'a verification' ? verify() : signUp())
    await untilSomeoneWaitsForLock(site)
    const pending = trx.selectFrom('users').select('id').where('guestId', '=', guest._id)
    expect(await pending.forUpdate().noWait().execute()).toHaveLength(1)
    return { waiting }
  })
  expect(await waiting).toBe(200)
})

/** Before a deletion, and as many during it. */
const SAVES = 15

test('positions may be saved while the reader or the book is deleted', { timeout: 60_000 }, async () => {
  for (let round = 0; round < 6; round++) {
    const [reader, other] = await Promise.all([site.aReader(), site.aReader()])
    const id = await site.aBookRow(null)
    const device = { id: crypto.randomUUID(), name: 'Phone' }
    const save = (person: Person, step: number) =>
      site.api(person)(savePosition, { params: { id }, body: { device, page: 1 + (step % 2), step, seen: step } })
    await Promise.all([save(reader, 1), save(other, 1)])
    const saved = Array.from({ length: SAVES }, (_, i) => statusOf(save(reader, 2 + i)))
    await saved[5]
    const deletion = statusOf(site.api(admin)(deleteUser, { params: { id: reader._id } }))
    saved.push(...Array.from({ length: SAVES }, (_, i) => statusOf(save(reader, 2 + SAVES + i))))
    expect(await deletion).toBe(200)
    expect(await Promise.all(saved)).not.toContain(503)
    const savedLater = Array.from({ length: SAVES }, (_, i) => statusOf(save(other, 2 + i)))
    await savedLater[5]
    const deletionOfBook = statusOf(site.api(admin)(deleteBook, { params: { id } }))
    savedLater.push(...Array.from({ length: SAVES }, (_, i) => statusOf(save(other, 2 + SAVES + i))))
    expect(await deletionOfBook).toBe(200)
    expect(await Promise.all(savedLater)).not.toContain(503)
  }
})
