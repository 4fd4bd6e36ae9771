import { afterAll, beforeAll, expect, test } from 'vitest'
import * as calls from '#contract/accounts.ts'
import * as settings from '#contract/account-settings.ts'
import { getBook } from '#contract/books.ts'
import { addComment, listComments } from '#contract/comments.ts'
import { rateBook } from '#contract/ratings.ts'
import { rankRatings } from '#server/ratings/rank-ratings.ts'
import { openTestSite, PASSWORD, problemFrom, tokenIn, type TestSite } from '#server/testing/test-site.ts'

let site: TestSite

beforeAll(async () => {
  site = await openTestSite()
  await site.startJobs()
})
afterAll(() => site.close())

const emailOf = (name: string) => `${name.replaceAll(' ', '.')}@example.org`
const signUp = (name: string) => ({ username: name, email: emailOf(name), password: PASSWORD })
const verify = async (name: string, count = 1) => {
  const { link } = await site.post.mailTo(emailOf(name), count)
  return site.api()(calls.verifyEmail, { body: { token: tokenIn(link) } })
}
const logIn = (name: string) => site.api()(calls.login, { body: { email: emailOf(name), password: PASSWORD } })

test('a guest has a generated name of allowed characters and no email, and may rate and comment', async () => {
  const { token, user } = await site.api()(calls.createGuest)
  expect(user).toMatchObject({ guest: true, email: null, userType: 'reader', verified: false, profileImage: null })
  expect(calls.Username.safeParse(user.username).data).toBe(user.username)
  const book = await site.aBook(await site.anAuthor())
  const api = site.api({ token })
  expect((await api(calls.getUserDetails)).user).toEqual(user)
  expect(await api(rateBook, { params: { id: book._id }, body: { rating: 4 } })).toEqual({
    newRating: 4,
    ratingCount: 1,
  })
  const { comment } = await api(addComment, { params: { id: book._id }, body: { text: 'Lovely.' } })
  expect(comment.user?.username).toBe(user.username)
})

test('twenty concurrent guests get twenty names', async () => {
  const guests = await Promise.all(Array.from({ length: 20 }, () => site.api()(calls.createGuest)))
  expect(new Set(guests.map(({ user }) => user.username)).size).toBe(20)
})

test('a guest who registers keeps ratings and comments once the address is verified', async () => {
  const { token, user: guest } = await site.api()(calls.createGuest)
  const api = site.api({ token })
  const book = await site.aBook(await site.anAuthor())
  const params = { id: book._id }
  await api(rateBook, { params, body: { rating: 5 } })
  await api(addComment, { params, body: { text: 'I read it twice.' } })

  await api(calls.register, { body: { ...signUp('late riser'), userType: 'author' } })
  expect((await api(calls.getUserDetails)).user).toEqual(guest)
  expect(await problemFrom(logIn('late riser'))).toMatchObject({ status: 403, type: 'unverified' })

  await verify('late riser')
  expect(await problemFrom(api(calls.getUserDetails))).toMatchObject({ status: 401 })
  const { token: own, user } = await logIn('late riser')
  expect(user).toMatchObject({
    _id: guest._id,
    username: 'late riser',
    guest: false,
    verified: true,
    userType: 'author',
  })
  const member = site.api({ token: own })
  expect(await member(getBook, { params })).toMatchObject({ userRating: 5, Rating: 5, ratingCount: 1 })
  expect(await site.api()(listComments, { params })).toMatchObject([
    { user: { _id: guest._id, username: 'late riser' } },
  ])
  site.skip(7 * 24 * 3_600_000)
  await rankRatings(site.services)
  const { rankedCount, rankedSum } = await site.services.db
    .selectFrom('books')
    .select(['rankedCount', 'rankedSum'])
    .where('id', '=', book._id)
    .executeTakeFirstOrThrow()
  expect({ rankedCount, rankedSum }).toEqual({ rankedCount: 1, rankedSum: 5 })
})

test('a guest who registers has the language of the page of the sign-up', async () => {
  const { token } = await site.api()(calls.createGuest)
  await site.api({ token })(calls.register, { body: { ...signUp('early reader'), language: 'de' } })
  await verify('early reader')
  expect((await logIn('early reader')).user.language).toBe('de')
})

test('a guest may register under the generated name', async () => {
  const { token, user } = await site.api()(calls.createGuest)
  await site.api({ token })(calls.register, { body: { ...signUp('name keeper'), username: user.username } })
  await verify('name keeper')
  expect((await logIn('name keeper')).user).toMatchObject({ _id: user._id, username: user.username })
})

test('of two sign-ups of one guest the newest wins', async () => {
  const { token, user } = await site.api()(calls.createGuest)
  await site.api({ token })(calls.register, { body: signUp('first thought') })
  const first = await site.post.mailTo(emailOf('first thought'))
  await site.api({ token })(calls.register, { body: signUp('second thought') })
  expect(await problemFrom(site.api()(calls.verifyEmail, { body: { token: tokenIn(first.link) } }))).toMatchObject({
    status: 400,
  })
  await verify('second thought')
  expect((await logIn('second thought')).user._id).toBe(user._id)
})

test('an address that a guest registered but never verified can be registered by its owner, as a separate account', async () => {
  const { token, user: guest } = await site.api()(calls.createGuest)
  await site.api({ token })(calls.register, { body: { ...signUp('rightful owner'), password: 'the-strangers-own' } })
  await site.post.mailTo(emailOf('rightful owner'))
  await site.api()(calls.register, { body: signUp('rightful owner') })
  await verify('rightful owner', 2)
  expect((await logIn('rightful owner')).user._id).not.toBe(guest._id)
  expect((await site.api({ token })(calls.getUserDetails)).user).toEqual(guest)
})

test('a guest can not take a name or an email that others have', async () => {
  const reader = await site.aReader({ username: 'taken already' })
  const { token } = await site.api()(calls.createGuest)
  const register = (body: object) =>
    problemFrom(site.api({ token })(calls.register, { body: { ...signUp('free name'), ...body } }))
  expect(await register({ username: 'Taken ALREADY' })).toMatchObject({
    status: 409,
    errors: { username: expect.any(String) },
  })
  expect(await register({ email: reader.email })).toMatchObject({ status: 409, errors: { email: expect.any(String) } })
})

test('twenty concurrent sign-ups of one guest leave one account to verify', async () => {
  const { token, user } = await site.api()(calls.createGuest)
  const names = Array.from({ length: 20 }, (_, i) => `eager guest ${i}`)
  const results = await Promise.allSettled(
    names.map((name) => site.api({ token })(calls.register, { body: signUp(name) })),
  )
  const reasons = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.status] : []))
  expect(new Set(reasons)).toEqual(new Set())
  const waiting = await site.services.db
    .selectFrom('users')
    .select('username')
    .where('guestId', '=', user._id)
    .execute()
  expect(waiting).toHaveLength(1)
})

test('a guest can not change a type, sex or picture, nor list sessions', async () => {
  const { token } = await site.api()(calls.createGuest)
  const api = site.api({ token })
  const refusals = await Promise.all([
    problemFrom(api(settings.updateUserType, { body: { userType: 'author' } })),
    problemFrom(api(settings.updateSex, { body: { sex: 'Other' } })),
    problemFrom(api(settings.removeProfileImage)),
    problemFrom(api(settings.listSessions)),
  ])
  expect(refusals.map(({ type }) => type)).toEqual(['forbidden', 'forbidden', 'forbidden', 'forbidden'])
})
