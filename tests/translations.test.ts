import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LANGUAGES } from '#contract/shapes/languages.ts'
import { changedTexts } from '../scripts/translate/changed-texts.ts'
import { checkTexts } from '../scripts/translate/check.ts'
import { compileModule } from '../scripts/translate/compile.ts'
import { describeMessages } from '../scripts/translate/describe.ts'
import {
  isMessage,
  Literal,
  Made,
  type Message,
  type MessageModule,
  messagesIn,
  readEnglish,
  readModule,
  type Tree,
  Unclear,
} from '../scripts/translate/english.ts'
import { argumentsIn } from '../scripts/translate/icu.ts'
import { readTexts } from '../scripts/translate/language-files.ts'
import { isPseudo, pseudoLanguagesIn, pseudoText, realTagOf } from '../scripts/translate/pseudo-language.ts'
import { readSentences } from '../scripts/translate/sentences.ts'

const ROOT = join(import.meta.dirname, '..')
let folder: string
let modules: MessageModule[]
let messages: Message[]
beforeAll(async () => {
  modules = await readEnglish()
  messages = [...modules.flatMap(({ exports }) => messagesIn(exports)), ...(await readSentences())]
  folder = await mkdtemp(join(tmpdir(), 'quillhouse-translations-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Imports a module of messages as another language's build has it. */
const load = async (name: string, code: string) => {
  const path = join(folder, `${name}.ts`)
  const forms = pathToFileURL(join(ROOT, 'web/language/forms.ts')).href
  await writeFile(path, code.replaceAll(`'#web/language/forms.ts'`, `'${forms}'`))
  return (await import(pathToFileURL(path).href)) as Record<string, unknown>
}

const NUMBERS = [0, 1, 2, 5, 1234]

/** Values that tell the forms of an argument apart. */
const valuesOf = (name: string, texts: string): readonly unknown[] => {
  if (/^(?:is|has|are|can|was)[A-Z]/.test(name)) return [true, false]
  return new RegExp(`\\{${name}, (?:plural|number)`).test(texts) ? NUMBERS : ['Anna']
}

const combinations = (lists: readonly (readonly unknown[])[]): unknown[][] =>
  lists.reduce<unknown[][]>((rows, values) => rows.flatMap((row) => values.map((value) => [...row, value])), [[]])

/** Where two functions answer differently. */
const differences = (tree: Message | Made, english: unknown, compiled: unknown): string[] => {
  const { arguments: names } = tree
  const texts = isMessage(tree)
    ? tree.text
    : messagesIn(tree)
        .map(({ text }) => text)
        .join(' ')
  return combinations(names.map(({ name }) => valuesOf(name, texts))).flatMap((row) => {
    const isObject = names.some(({ from }) => from === 'property')
    const input = isObject ? [Object.fromEntries(names.map(({ name }, index) => [name, row[index]]))] : row
    const [one, other] = [english, compiled].map((make) =>
      JSON.stringify((make as (...args: unknown[]) => unknown)(...input)),
    )
    return one === other ? [] : [`${one} is not ${other}`]
  })
}

const compare = (tree: Tree, english: unknown, compiled: unknown): string[] => {
  if (tree instanceof Literal) return []
  if (tree instanceof Unclear) return [`${tree.key} can’t be said in ICU MessageFormat`]
  if (tree instanceof Made) return differences(tree, english, compiled)
  if (isMessage(tree)) {
    if (tree.arguments.length > 0) return differences(tree, english, compiled)
    return english === compiled ? [] : [`${tree.key} is ${String(compiled)}`]
  }
  return Object.entries(tree).flatMap(([name, inner]) =>
    compare(inner, (english as Record<string, unknown>)[name], (compiled as Record<string, unknown>)[name]),
  )
}

test('all English messages can be said in ICU MessageFormat', async () => {
  const found: string[] = []
  for (const module of [...modules, ...(await readEnglish('server'))]) {
    const texts = new Map(messagesIn(module.exports).map(({ key, text }) => [key, text]))
    const code = compileModule(module, pathToFileURL(module.path).href, (key) => texts.get(key))
    const [english, compiled] = [
      (await import(pathToFileURL(module.path).href)) as Record<string, unknown>,
      await load(module.name, code),
    ]
    for (const [name, tree] of Object.entries(module.exports).filter(([, one]) => messagesIn(one).length > 0))
      found.push(...compare(tree, english[name], compiled[name]))
  }
  expect(found).toEqual([])
})

test('a text that ICU MessageFormat can’t say whole is named, and no case of the others is left out', async () => {
  const path = join(folder, 'cases-of-values.ts')
  await writeFile(
    path,
    `const grouped = (count) => String(count).replace(/\\B(?=(?:\\d{3})+$)/g, ',')
export const CASES = {
  unknown: (books) => (books === undefined ? 'All' : \`All \${grouped(books)}\`),
  tooMany: (count) => (count === null ? 'Too many' : count === 1 ? '1 hit' : \`\${count} hits\`),
  either: ({ isOn, isOver }) => (isOver === undefined ? (isOn ? 'On' : 'Off') : isOver ? 'Over' : 'Going'),
  zero: (count, shown) => (count === 0 ? 'Notices' : \`Notices, \${shown} unread\`),
  missing: (genre) => (genre ? \`Best in \${genre}\` : 'Best'),
}
`,
  )
  const { CASES } = (await readModule(path)).exports as { CASES: Record<string, Tree> }
  const textOf = (tree: Tree | undefined) => (tree && isMessage(tree) ? tree.text : tree instanceof Unclear)
  expect(Object.entries(CASES).map(([name, tree]) => [name, textOf(tree)])).toEqual([
    ['unknown', true],
    ['tooMany', true],
    ['either', true],
    ['zero', '{count, plural, =0 {Notices} other {Notices, {shown} unread}}'],
    ['missing', '{genre, select, none {Best} other {Best in {genre}}}'],
  ])
})

test('what is not translated is English, and what is no message stays', async () => {
  const module = modules.find(({ name }) => name === 'library')
  if (!module) throw new Error('There is no module library')
  const code = compileModule(module, pathToFileURL(module.path).href, (key) =>
    key === 'library.LIBRARY.range' ? 'von {from} bis {to}, zusammen {total}' : 'damaged {count',
  )
  const { LIBRARY } = (await load('partly', code)) as {
    LIBRARY: { title: string; range: (from: number, to: number, total: string) => string }
  }
  expect([LIBRARY.title, LIBRARY.range(1, 2, '30')]).toEqual(['The library', 'von 1 bis 2, zusammen 30'])
})

test('the order of a date and the signs around words are those of each language', async () => {
  const [books, queue] = ['books', 'report-queue'].map((name) => modules.find((module) => module.name === name))
  if (!books || !queue) throw new Error('A module is missing')
  const saidIn = async (tag: string) => {
    const texts = await readTexts(tag, 'pages')
    const compiled = (module: MessageModule) =>
      load(
        `${module.name}-${tag}`,
        compileModule(module, pathToFileURL(module.path).href, (key) => texts[key]),
      )
    const { COMMENTS, MONTHS } = (await compiled(books)) as {
      COMMENTS: { day: (day: number, month: string, year: number) => string }
      MONTHS: string[]
    }
    const { QUEUE } = (await compiled(queue)) as { QUEUE: { said: (words: string) => string } }
    return [COMMENTS.day(3, MONTHS[4] ?? '', 2026), QUEUE.said('a')]
  }
  expect(await saidIn('de')).toEqual(['3. Mai 2026', '„a“'])
  expect(await saidIn('es')).toEqual(['3 de mayo de 2026', '«a»'])
  expect(await saidIn('zh-Hans')).toEqual(['2026年5月3日', '“a”'])
})

test.for(LANGUAGES.map(({ tag }) => tag).filter((tag) => tag !== 'en'))(
  'the texts in %s have no faults',
  async (tag) => {
    const { missing, faults } = checkTexts(messages, await readTexts(tag, 'pages'), tag)
    expect(faults).toEqual([])
    expect(missing.length / messages.length).toBeLessThan(0.01)
  },
)

test.for(LANGUAGES.map(({ tag }) => tag).filter((tag) => tag !== 'en'))(
  'the texts of the server in %s have no faults',
  async (tag) => {
    const messages = (await readEnglish('server')).flatMap(({ exports }) => messagesIn(exports))
    const { missing, faults } = checkTexts(messages, await readTexts(tag, 'server'), tag)
    expect(faults).toEqual([])
    expect(missing.length / messages.length).toBeLessThan(0.01)
  },
)

test('languages/en/server.arb is what the modules of the server say', async () => {
  const messages = (await readEnglish('server')).flatMap(({ exports }) => messagesIn(exports))
  expect(await readTexts('en', 'server')).toEqual(Object.fromEntries(messages.map(({ key, text }) => [key, text])))
})

test('languages/en is what the modules say', async () => {
  expect(await readTexts('en', 'pages')).toEqual(Object.fromEntries(messages.map(({ key, text }) => [key, text])))
})

test('the check names what is missing, unknown or wrong', () => {
  const message = (key: string, text: string): Message => ({
    key,
    text,
    arguments: [...argumentsIn(text)].map((name, from) => ({ name, from })),
  })
  const some = [
    message('a.A.one', 'One {name}'),
    message('a.A.two', '{count, plural, one {1 book} other {{count} books}}'),
  ]
  const texts = {
    'a.A.one': 'Eins {nam}',
    'a.A.two': '{count, plural, few {a} other {{count}}}',
    'a.A.gone': 'Weg',
  }
  expect(checkTexts([...some, message('a.A.three', 'Three')], texts, 'de')).toEqual({
    missing: ['a.A.three'],
    faults: [
      'a.A.one: there is no argument {nam}',
      'a.A.one: the argument {name} is missing',
      'a.A.two: the language has no plural form ‘few’',
      'not known any more: a.A.gone',
    ],
  })
  const [fault] = checkTexts(some, { 'a.A.one': 'Eins {name' }, 'de').faults
  expect(fault).toMatch(/^a\.A\.one: /)
})

test('the check names what is too long, without its arguments', () => {
  const message = { key: 'a.A.one', text: 'Aa {name}', arguments: [{ name: 'name', from: 0 }], description: '' }
  const text = '{name}: {name, select, none {A} other {Bbb}}'
  expect(checkTexts([{ ...message, maxLength: 5 }], { 'a.A.one': text }, 'de').faults).toEqual([])
  expect(checkTexts([{ ...message, maxLength: 4 }], { 'a.A.one': text }, 'de').faults).toEqual([
    'a.A.one: it has 5 characters, and may have 4',
  ])
})

test('translators are told what a text is for, where it is, and how long it may be', async () => {
  const found = new Map(
    (await describeMessages(modules.flatMap(({ exports }) => messagesIn(exports)))).map((one) => [one.key, one]),
  )
  expect(found.get('reading.READING.swatch')).toMatchObject({
    description: expect.stringMatching(/Letters that show the colours of a room\. .* In reading\/bar\/view-panel\.$/),
    maxLength: 2,
  })
  expect(found.get('chapters.CHAPTERS.states.out')?.description).toMatch(
    /^The messages of the chapters that an author adds to a published book\. In publishing\//,
  )
  expect([...found.values()].filter(({ description }) => !/ ?In [\w/-]/.test(description))).toEqual([])
})

test('a translation is named from the change of its English until it is changed itself', () => {
  const translated = { one: 'Eins', two: 'Zwei', three: 'Drei' }
  const first = { one: 'One', two: 'Two', three: 'Three' }
  const second = { one: 'A', two: 'Two' }
  const changed = changedTexts({}, translated, first, second)
  expect(changed).toEqual({ one: { english: 'One', translation: 'Eins' } })
  const third = { ...second, one: 'One of them' }
  expect(changedTexts(changed, translated, second, third)).toEqual(changed)
  expect(changedTexts(changed, { ...translated, one: 'Einer davon' }, third, third)).toEqual({})
  expect(changedTexts(changed, translated, second, first)).toEqual({})
})

test('the texts of a pseudo-language are longer and marked, with the same arguments and forms', () => {
  expect(pseudoText('Save the book')).toBe('«Savvee thee boookk»')
  expect(pseudoText("{count, plural, one {1 book} other {{count, number} books}} of {name}'{'")).toBe(
    "«{count, plural, one {1 boookk} other {{count, number} bookkss}} off {name}'{'»",
  )
  expect(pseudoText(' · {name}')).toBe(' · {name}')
  expect(pseudoLanguagesIn('de, ar-x-pseudo')).toEqual([
    { ...LANGUAGES.find(({ tag }) => tag === 'ar'), tag: 'ar-x-pseudo' },
  ])
  expect([isPseudo('ar'), realTagOf('ar-x-pseudo')]).toEqual([false, 'ar'])
})

test('what is put into a message is isolated in each language where it is written in the other direction', async () => {
  const name = 'ليلى'
  const path = join(ROOT, 'web/messages/chapters.ts')
  const module = await readModule(path)
  const german = (await load(
    'isolated-german',
    compileModule(module, pathToFileURL(path).href, (key) =>
      key === 'chapters.CHAPTERS.previewOf' ? 'Vorschau: {title}, {title}' : undefined,
    ),
  )) as { CHAPTERS: { previewOf: (title: string) => string } }
  expect(german.CHAPTERS.previewOf(name)).toBe(`Vorschau: \u2068${name}\u2069, \u2068${name}\u2069`)
  expect(german.CHAPTERS.previewOf('Ida')).toBe('Vorschau: Ida, Ida')
})
