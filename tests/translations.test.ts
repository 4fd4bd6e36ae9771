import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LANGUAGES } from '#contract/languages.ts'
import { checkTexts } from '../scripts/translate/check.ts'
import { compileModule } from '../scripts/translate/compile.ts'
import {
  isMessage,
  Literal,
  Made,
  type Message,
  messagesIn,
  readEnglish,
  type Tree,
  Unclear,
} from '../scripts/translate/english.ts'
import { argumentsIn } from '../scripts/translate/icu.ts'
import { readTexts } from '../scripts/translate/language-files.ts'
import { readSentences } from '../scripts/translate/sentences.ts'

const ROOT = join(import.meta.dirname, '..')
let folder: string
beforeAll(async () => {
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
  for (const module of [...(await readEnglish()), ...(await readEnglish('server'))]) {
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

test('what is not translated is English, and what is no message stays', async () => {
  const module = (await readEnglish()).find(({ name }) => name === 'library')
  if (!module) throw new Error('There is no module library')
  const code = compileModule(module, pathToFileURL(module.path).href, (key) =>
    key === 'library.LIBRARY.range' ? 'von {from} bis {to}, zusammen {total}' : 'damaged {count',
  )
  const { LIBRARY } = (await load('partly', code)) as {
    LIBRARY: { title: string; range: (from: number, to: number, total: string) => string }
  }
  expect([LIBRARY.title, LIBRARY.range(1, 2, '30')]).toEqual(['The library', 'von 1 bis 2, zusammen 30'])
})

test.for(LANGUAGES.map(({ tag }) => tag).filter((tag) => tag !== 'en'))(
  'the texts in %s have no faults',
  async (tag) => {
    const messages = [
      ...(await readEnglish()).flatMap(({ exports }) => messagesIn(exports)),
      ...(await readSentences()),
    ]
    const { missing, faults } = checkTexts(messages, await readTexts(tag, 'pages'), tag)
    expect(faults).toEqual([])
    expect(missing.length / messages.length).toBeLessThan(0.01)
  },
)

test.for(LANGUAGES.map(({ tag }) => tag).filter((tag) => tag !== 'en'))(
  'the texts of the server in %s have no faults',
  async (tag) => {
    const messages = (await readEnglish('server')).flatMap(({ exports }) => messagesIn(exports))
    expect(checkTexts(messages, await readTexts(tag, 'server'), tag).faults).toEqual([])
  },
)

test('languages/en/server.arb is what the modules of the server say', async () => {
  const messages = (await readEnglish('server')).flatMap(({ exports }) => messagesIn(exports))
  expect(await readTexts('en', 'server')).toEqual(Object.fromEntries(messages.map(({ key, text }) => [key, text])))
})

test('languages/en is what the modules say', async () => {
  const messages = [...(await readEnglish()).flatMap(({ exports }) => messagesIn(exports)), ...(await readSentences())]
  expect(await readTexts('en', 'pages')).toEqual(Object.fromEntries(messages.map(({ key, text }) => [key, text])))
})

test('the check names what is missing, unknown or wrong', () => {
  const message = (key: string, text: string): Message => ({
    key,
    text,
    arguments: [...argumentsIn(text)].map((name, from) => ({ name, from })),
  })
  const messages = [
    message('a.A.one', 'One {name}'),
    message('a.A.two', '{count, plural, one {1 book} other {{count} books}}'),
  ]
  const texts = {
    'a.A.one': 'Eins {nam}',
    'a.A.two': '{count, plural, few {a} other {{count}}}',
    'a.A.gone': 'Weg',
  }
  expect(checkTexts([...messages, message('a.A.three', 'Three')], texts, 'de')).toEqual({
    missing: ['a.A.three'],
    faults: [
      'a.A.one: there is no argument {nam}',
      'a.A.one: the argument {name} is missing',
      'a.A.two: the language has no plural form ‘few’',
      'not known any more: a.A.gone',
    ],
  })
  const [fault] = checkTexts(messages, { 'a.A.one': 'Eins {name' }, 'de').faults
  expect(fault).toMatch(/^a\.A\.one: /)
})
