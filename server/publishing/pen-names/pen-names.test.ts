import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteAccount, exportAccount, updateUsername } from '#contract/account-settings.ts'
import { register } from '#contract/accounts.ts'
import { listAdminBooks, editAdminBook } from '#contract/admin.ts'
import { getAuthor } from '#contract/authors.ts'
import { getBook } from '#contract/books.ts'
import { createPenName, deletePenName, listPenNames, PEN_NAMES_MAX, updatePenName } from '#contract/pen-names.ts'
import {
  beginDraft,
  deleteBook,
  editBook,
  getOwnBook,
  publishBook,
  saveDraft,
  setBookState,
} from '#contract/publishing.ts'
import { getSeries } from '#contract/series.ts'
import { aBookForm } from '#server/testing/book-form.ts'
import { openTestSite, PASSWORD, type Person, problemFrom, type TestSite } from '#server/testing/test-site.ts'

let site: TestSite
let author: Person

beforeAll(async () => {
  site = await openTestSite()
  author = await site.anAuthor()
})
afterAll(() => site.close())

const make = (person: Person, name: string, words = { about: '', links: [] as string[] }) =>
  site.api(person)(createPenName, { body: { name, ...words } })

const aForm = (words: Record<string, string>, form = aBookForm()) => {
  for (const [name, value] of Object.entries(words)) form.set(name, value)
  return form
}

/** What is changed of a book. */
const aChange = (words: Record<string, string>) => aForm(words, new FormData())

const publish = async (person: Person, words: Record<string, string>) =>
  (await site.api(person)(publishBook, { body: aForm(words) })).book

const register_ = (username: string) =>
  site.api()(register, {
    body: { username, email: `${crypto.randomUUID()}@example.org`, password: PASSWORD, userType: 'reader' },
  })

describe('a pen name', () => {
  test('is made, changed and removed by its owner, who alone finds it', async () => {
    const { _id: id } = await make(author, 'Wilhelmina Frost', { about: 'Of ice.', links: ['https://example.org/ice'] })
    expect(await site.api(author)(listPenNames)).toEqual([
      {
        _id: id,
        name: 'Wilhelmina Frost',
        image: null,
        about: 'Of ice.',
        links: ['https://example.org/ice'],
        books: 0,
      },
    ])
    const change = { params: { id }, body: { about: '', links: [] } }
    expect(await site.api(author)(updatePenName, change)).toMatchObject({ about: null, links: [] })
    const other = await site.anAuthor()
    expect(await site.api(other)(listPenNames)).toEqual([])
    for (const call of [
      () => site.api(other)(updatePenName, change),
      () => site.api(other)(deletePenName, { params: { id } }),
      () => site.api(author)(updatePenName, { ...change, params: { id: crypto.randomUUID() } }),
    ])
      expect(await problemFrom(call())).toMatchObject({ type: 'not_found', message: 'You have no such pen name.' })
    await site.api(author)(deletePenName, { params: { id } })
    expect(await site.api(author)(listPenNames)).toEqual([])
  })

  test('is one of five at most, also of those made at once', async () => {
    const many = await site.anAuthor()
    const made = await Promise.allSettled(
      Array.from({ length: PEN_NAMES_MAX + 2 }, (_, i) => make(many, `Crowd ${'abcdefg'[i]}`)),
    )
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(PEN_NAMES_MAX)
    expect(await problemFrom(make(many, 'One More'))).toMatchObject({ type: 'conflict' })
  })

  test.each(['x', 'a'.repeat(61), 'No <b>', '   '])('has readable letters and a length: %j', async (name) => {
    expect(await problemFrom(make(author, name))).toMatchObject({
      type: 'validation',
      errors: { name: expect.any(String) },
    })
  })

  test('is neither a username nor a pen name, nor like one; what is taken is not told', async () => {
    const named = await site.anAuthor({ username: 'Lothar Quill' })
    await make(named, 'Odile Marchbanks')
    const expected = { type: 'conflict', errors: { name: 'This name is taken.' } }
    const refusals = []
    // The last of each has a Cyrillic letter.
    for (const name of [
      'lothar quill',
      'Lothar Quill',
      'Lothar Qui1l',
      'L\u043Ethar Quill',
      'odile marchbanks',
      '\u041Edile Marchbanks',
    ])
      refusals.push(await problemFrom(make(author, name)))
    for (const refusal of refusals) expect(refusal).toMatchObject(expected)
    expect(new Set(refusals.map(({ message }) => message)).size).toBe(1)
  })

  test('is no username that can be registered, taken or suggested, nor is one like it', async () => {
    await make(author, 'Perdita Vance')
    await make(author, 'Perdita Vance 2')
    const taken = await problemFrom(register_('perdita vance'))
    expect(taken).toMatchObject({ type: 'conflict', errors: { username: 'This username is taken.' } })
    expect(taken).toMatchObject({ suggestion: 'perdita vance 3' })
    await problemFrom(register_('P\u0435rdita Vance'))
    // Not even by its owner.
    for (const person of [await site.aReader(), author])
      expect(
        await problemFrom(site.api(person)(updateUsername, { body: { newUsername: 'Perdita Vance' } })),
      ).toMatchObject({
        type: 'conflict',
        errors: { newUsername: 'This username is taken.' },
      })
  })

  test('and a username that are written at once do not both exist', async () => {
    for (let i = 0; i < 5; i++) {
      const name = `Twin ${'abcde'[i]}${'abcde'[i]}`
      const owner = await site.anAuthor()
      const other = await site.aReader()
      const results = await Promise.allSettled([
        make(owner, name),
        site.api(other)(updateUsername, { body: { newUsername: name } }),
      ])
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    }
  })

  test('is not the author of a book under the own name', async () => {
    const open = await site.anAuthor()
    await publish(open, { author: 'Openly Typed' })
    expect(await problemFrom(make(open, 'openly typed'))).toMatchObject({ type: 'validation' })
    await make(open, 'Secretly Kept')
    const refused = { type: 'validation', errors: { author: expect.stringContaining('one of your pen names') } }
    expect(await problemFrom(publish(open, { author: 'SECRETLY Kept' }))).toMatchObject(refused)
    const { _id: id } = await publish(open, { author: 'Somebody' })
    const rename = { params: { id }, body: aChange({ author: 'Secretly Kept' }) }
    expect(await problemFrom(site.api(open)(editBook, rename))).toMatchObject(refused)
  })
})

describe('a book under a pen name', () => {
  let owner: Person
  let penName: string
  let id: string
  beforeAll(async () => {
    owner = await site.anAuthor()
    penName = (await make(owner, 'Cornelia Ashdown', { about: 'Of ashes.', links: ['https://example.org/ash'] }))._id
    id = (await publish(owner, { author: 'Whatever', penName, series: 'The Cinders' }))._id
  })

  test('is the owner’s own to the owner alone', async () => {
    expect(await site.api(owner)(getBook, { params: { id } })).toMatchObject({
      isOwn: true,
      author: 'Cornelia Ashdown',
      publisher: null,
    })
    expect(await site.api(owner)(getOwnBook, { params: { id } })).toMatchObject({
      penName: { _id: penName, name: 'Cornelia Ashdown' },
    })
    for (const person of [undefined, author])
      expect(await site.api(person)(getBook, { params: { id } })).not.toHaveProperty('isOwn')
  })

  test('keeps the pen name as its author after a change by its publisher or an administrator', async () => {
    await site.api(owner)(editBook, { params: { id }, body: aChange({ author: 'Another', title: 'Cinders' }) })
    const admin = await site.anAdmin()
    await site.api(admin)(editAdminBook, {
      params: { id },
      body: aChange({ author: 'Cornelia Ashdown', caption: 'Told again.' }),
    })
    const renamed = { params: { id }, body: aChange({ author: 'Another' }) }
    for (const call of [editAdminBook, editBook])
      expect(await problemFrom(site.api(admin)(call, renamed))).toMatchObject({
        errors: { author: 'This is a pen name, which stays as it is' },
      })
    expect(await site.api()(getBook, { params: { id } })).toMatchObject({
      title: 'Cinders',
      author: 'Cornelia Ashdown',
      caption: 'Told again.',
    })
  })

  test('keeps its name once it had readers, and only its publisher chooses one', async () => {
    expect(
      await problemFrom(site.api(owner)(editBook, { params: { id }, body: aChange({ penName: '' }) })),
    ).toMatchObject({
      type: 'conflict',
    })
    const open = await publish(owner, { author: 'Seen Openly' })
    const change = { params: { id: open._id }, body: aChange({ penName }) }
    expect(await problemFrom(site.api(owner)(editBook, change))).toMatchObject({ type: 'conflict' })
    const admin = await site.anAdmin()
    expect(await problemFrom(site.api(admin)(editBook, change))).toMatchObject({ type: 'forbidden' })
    expect(await problemFrom(publish(author, { penName }))).toMatchObject({
      errors: { penName: 'This is none of your pen names' },
    })
    expect(await problemFrom(publish(author, { penName: 'none' }))).toMatchObject({ type: 'validation' })
  })

  test('is in a series apart from one of the same name of the account', async () => {
    const second = await publish(owner, { penName, series: 'the cinders' })
    const open = await publish(owner, { author: 'Seen Openly', series: 'The Cinders' })
    const seriesOf = async (book: string) => (await site.api()(getBook, { params: { id: book } })).series?._id ?? ''
    expect(await seriesOf(second._id)).toBe(await seriesOf(id))
    expect(await seriesOf(open._id)).not.toBe(await seriesOf(id))
    const { books } = await site.api()(getSeries, { params: { id: await seriesOf(id) } })
    expect(books.map(({ _id }) => _id)).toEqual([id, second._id])
  })

  test('has the page of the pen name, with what is said of it and the time of its first book', async () => {
    const namesake = await publish(author, { author: 'cornelia ashdown' })
    const page = await site.api()(getAuthor, { params: { name: 'CORNELIA ashdown' } })
    const { createdAt } = await site.api()(getBook, { params: { id } })
    expect(page).toMatchObject({
      name: 'Cornelia Ashdown',
      account: { about: 'Of ashes.', links: ['https://example.org/ash'], image: null, since: createdAt },
      namesakes: [{ _id: namesake._id }],
      totalBooks: 2,
    })
    expect(page.account).not.toHaveProperty('_id')
  })

  test('is shown to administrators with its account', async () => {
    const admin = await site.anAdmin()
    const { data } = await site.api(admin)(listAdminBooks, { query: { query: owner.username } })
    expect(data.find(({ _id }) => _id === id)).toMatchObject({
      publisher: { _id: owner._id, username: owner.username },
      isUnderPenName: true,
    })
  })

  test('keeps its pen name from being removed', async () => {
    expect(await problemFrom(site.api(owner)(deletePenName, { params: { id: penName } }))).toMatchObject({
      type: 'conflict',
    })
  })

  test('is in the export of its owner with the pen name', async () => {
    const answer = await site.api(owner)(exportAccount)
    const text = Buffer.from(await answer.arrayBuffer()).toString('latin1')
    expect(text).toContain('penNames')
    expect(text).toContain('"penName": "Cornelia Ashdown"')
  })
})

describe('a draft', () => {
  test('changes between the own name and pen names until it is published, and its series with it', async () => {
    const owner = await site.anAuthor()
    const api = site.api(owner)
    const [one, two] = [await make(owner, 'Draft Name One'), await make(owner, 'Draft Name Two')]
    const { book } = await api(beginDraft, { body: aForm({ author: 'Typed', series: 'Rows' }) })
    const params = { id: book._id }
    const save = async (words: Record<string, string>) => (await api(saveDraft, { params, body: aChange(words) })).book
    const first = await save({ penName: one._id })
    expect(first).toMatchObject({ author: 'Draft Name One', penName: { name: 'Draft Name One' } })
    expect(first.series?._id).not.toBe(book.series?._id)
    expect(await save({ author: 'Ignored' })).toMatchObject({ author: 'Draft Name One', series: first.series })
    expect(await save({ penName: two._id })).toMatchObject({ author: 'Draft Name Two' })
    expect(await save({ penName: '' })).toMatchObject({ author: owner.username, penName: null })
    expect(await save({ penName: two._id })).toMatchObject({ author: 'Draft Name Two' })
    expect(await save({ penName: '', author: 'Typed' })).toMatchObject({ author: 'Typed', penName: null })
    await save({ penName: one._id })
    await api(setBookState, { params, body: { state: 'published' } })
    expect(await problemFrom(api(editBook, { params, body: aChange({ penName: two._id }) }))).toMatchObject({
      type: 'conflict',
    })
    await api(setBookState, { params, body: { state: 'withdrawn' } })
    expect(await problemFrom(api(editBook, { params, body: aChange({ penName: '' }) }))).toMatchObject({
      type: 'conflict',
    })
  })
})

test('the deletion of an account leaves its books as others by their author, or none, and frees the name', async () => {
  const owner = await site.anAuthor()
  const { _id: penName } = await make(owner, 'Left Behind', { about: 'Gone.', links: [] })
  const { _id: id } = await publish(owner, { penName })
  await site.api(owner)(deleteAccount, { body: { password: PASSWORD, deleteBooks: false } })
  expect(await site.api()(getBook, { params: { id } })).toMatchObject({ author: 'Left Behind', publisher: null })
  expect(await site.api()(getAuthor, { params: { name: 'Left Behind' } })).not.toHaveProperty('account')
  await make(author, 'Left Behind')
  await site.services.db.deleteFrom('books').where('id', '=', id).execute()
})

test('a pen name whose books are deleted can be removed', async () => {
  const owner = await site.anAuthor()
  const { _id: penName } = await make(owner, 'Soon Removed')
  const { _id: id } = await publish(owner, { penName })
  await site.api(owner)(deleteBook, { params: { id } })
  await site.api(owner)(deletePenName, { params: { id: penName } })
  expect(await site.api(owner)(listPenNames)).toEqual([])
})
