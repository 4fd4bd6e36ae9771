import { afterAll, beforeAll, expect, test } from 'vitest'
import { addComment } from '#contract/comments.ts'
import { openTestSite, problemFrom, type TestSite } from '#server/testing/test-site.ts'
import { assertNotSpam } from './comment-spam.ts'

let site: TestSite

beforeAll(async () => {
  site = await openTestSite({ env: { RATE_LIMITS: 'on' } })
})
afterAll(() => site.close())

test('the same text is accepted twice in an hour, and not a third time', async () => {
  const [reader, other] = await Promise.all([site.aReader(), site.aReader()])
  const say = (who: { _id: string }, text: string) => assertNotSpam(site.services, who._id, text)
  await say(reader, 'Buy my book')
  await say(reader, 'buy my BOOK')
  expect(await problemFrom(say(reader, 'Buy my book'))).toMatchObject({ type: 'rate_limited' })
  await say(reader, 'Another word')
  await say(other, 'Buy my book')
})

test('links among the words that a comment is about are counted too, and these words make no other text of it', async () => {
  const reader = site.api(await site.aReader())
  const params = { id: await site.aBookRow(await site.anAuthor()) }
  const say = (text: string, quote: string) => reader(addComment, { params, body: { text, place: { page: 1, quote } } })
  const links = 'http://a.example https://b.example www.c.example'
  expect(await problemFrom(say('Look.', links))).toMatchObject({ status: 400, errors: { text: expect.any(String) } })
  expect(await problemFrom(say('At https://d.example', 'http://a.example https://b.example'))).toMatchObject({
    status: 400,
  })
  for (const n of [1, 2]) await say('Buy my book', `Words ${n}`)
  expect(await problemFrom(say('Buy my book', 'Words 3'))).toMatchObject({ type: 'rate_limited' })
})

test('a new account can put at most two links in a comment, an older one any number', async () => {
  const reader = await site.aReader()
  const links = 'http://a.example https://b.example www.c.example'
  expect(await problemFrom(assertNotSpam(site.services, reader._id, links))).toMatchObject({
    status: 400,
    errors: { text: expect.any(String) },
  })
  await assertNotSpam(site.services, reader._id, 'http://a.example and www.b.example')
  site.skip(25 * 3_600_000)
  await assertNotSpam(site.services, reader._id, `${links} again`)
})

test('each refusal is stored, and nothing else', async () => {
  const reader = await site.aReader()
  const say = () => assertNotSpam(site.services, reader._id, 'The same again')
  await say()
  await say()
  for (let i = 0; i < 3; i++) await problemFrom(say())
  const refused = site.services.db.selectFrom('refusedComments').select('at').where('userId', '=', reader._id)
  expect(await refused.execute()).toHaveLength(3)
})
