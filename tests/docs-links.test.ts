import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import manifest from '#package' with { type: 'json' }

const ROOT = join(import.meta.dirname, '..')
const CODE = '{contract,server,web,covers,migrations,tests,bench,scripts}/**/*.{ts,tsx,js,sql,css}'
/** What a document may name as a path from the root: a file, a folder or a pattern. */
const PATH =
  /^(?:contract|server|web|covers|migrations|tests|bench|scripts|handbooks|languages|app|findings|docs|\.ci)\/[\w./*-]*$/
/** Documents name a language in a path by this word. */
const ANY_LANGUAGE = /\bTAG\b/
const FILE_NAME = /^[\w.-]+\.(?:tsx?|js|sql|css)$/

const find = (pattern: string) => globSync(pattern, { cwd: ROOT })
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const withoutCode = (text: string) => text.replaceAll(/^```[^]*?^```/gm, '')
/** Books for tests, with links as their authors write them. */
const SOURCES = 'tests/measure/sources/'
const documents = find('{*.md,{docs,bench,tests}/**/*.md}')
  .filter((path) => !path.startsWith(SOURCES))
  .map((path) => ({ path, text: read(path) }))
const matches = (pattern: RegExp, of = documents) =>
  of.flatMap(({ path, text }) => [...withoutCode(text).matchAll(pattern)].map(([, found = '']) => ({ path, found })))
const told = ({ path, found }: { path: string; found: string }) => `${path}: ${found}`

/** The anchors that GitHub makes of the headings of a document. */
const anchorsOf = (text: string) =>
  [...withoutCode(text).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )

const leadsNowhere = ({ path, found }: { path: string; found: string }) => {
  const [file = '', anchor] = found.split('#')
  const target = file ? join(dirname(path), decodeURI(file)) : path
  if (!existsSync(join(ROOT, target))) return true
  return anchor !== undefined && !anchorsOf(read(target)).includes(anchor)
}

test('every relative link of a document leads to a file, and its anchor to a heading', () => {
  const links = matches(/\]\(([^)\s]+)\)/g).filter(({ found }) => !/^[a-z]+:/.test(found))

  expect(links.filter(leadsNowhere).map(told)).toEqual([])
  expect(links.length).toBeGreaterThan(50)
})

test('every file that a document names in code exists', () => {
  const names = new Set(find(CODE).map((path) => basename(path)))
  const isGone = (found: string) =>
    PATH.test(found) ? find(found.replace(ANY_LANGUAGE, '*')).length === 0 : !names.has(found)
  const named = matches(/`([^`\n]+)`/g).filter(({ found }) => PATH.test(found) || FILE_NAME.test(found))

  expect(named.filter(({ found }) => isGone(found)).map(told)).toEqual([])
  expect(named.length).toBeGreaterThan(50)
})

test('every npm script that a document names exists', () => {
  const scripts = matches(/npm run ([\w:-]+)/g)

  expect(scripts.filter(({ found }) => !(found in manifest.scripts)).map(told)).toEqual([])
})

test('every document that the code names exists', () => {
  const sources = find(CODE).map((path) => ({ path, text: read(path) }))
  const named = matches(/(?<![\w/])(docs\/(?:decisions\/\d{3}|[\w/-]+\.(?:md|conf|service)))/g, sources)

  expect(named.filter(({ found }) => find(`${found}*`).length === 0).map(told)).toEqual([])
})

test('the index of decisions lists each one with its title', () => {
  const index = read('docs/decisions/README.md')
  const records = find('docs/decisions/[0-9]*.md')
  const lineOf = (path: string) => {
    const title = read(path).split('\n')[0]?.replace('# ', '')
    return `- [${basename(path).slice(0, 3)}](${basename(path)}) ${title}\n`
  }

  expect(records.filter((path) => !index.includes(lineOf(path)))).toEqual([])
})

/** A number of a document as code may write it: 2.25 s is 2250, 64 KB is 65536 or 64 * 1024. */
const asInCode = (number: string) =>
  [1, 1000, 1024, 1e6, 1024 ** 2, 1e9].map((unit) => Number(number.replaceAll(',', '')) * unit)
const numbersIn = (code: string) => [...code.matchAll(/\d[\d_.]*/g)].map(([found]) => Number(found.replaceAll('_', '')))
const hasAll = (code: string, words: string) =>
  [...words.matchAll(/\d[\d,.]*/g)].every(([number]) => numbersIn(code).some((one) => asInCode(number).includes(one)))
const declarationOf = (name: string, code: string) => new RegExp(`const ${name}\\b[^]*?\\n(?=\\S)`).exec(code)?.[0]

/** A row of a table of limits that ends with the files in which they are: what it says, and their code. */
const limits = read('docs/limits.md')
  .split('\n')
  .filter((row) => row.endsWith('.ts` |'))
  .map((row) => {
    const [where = '', ...cells] = row.split('|').slice(1, -1).toReversed()
    const files = [...where.matchAll(/`([\w./-]+\.ts)`/g)].map(([, name = '']) => basename(name))
    const code = files.flatMap((name) => find(`{contract,server}/**/${name}`)).map(read)
    return { row, said: cells.slice(0, -1), code: code.join('\n') }
  })

test('docs/limits.md says of each constant what the code says', () => {
  const named = limits.flatMap(({ row, said, code }) =>
    [...said.join('|').matchAll(/([^`|]*)`([A-Z][A-Z_]+)`/g)].map(([, numbers = '', name = '']) => {
      const declaration = declarationOf(name, code)
      return { row, isTrue: declaration !== undefined && hasAll(declaration, numbers) }
    }),
  )

  expect(named.filter(({ isTrue }) => !isTrue).map(({ row }) => row)).toEqual([])
  expect(named.length).toBeGreaterThan(40)
})

test('docs/limits.md says of each sandboxed process what the code says', () => {
  const processes = limits.filter(({ said }) => said.length === 3 && said.every((one) => / (?:MB|s)\b/.test(one)))
  const isTrue = ({ said, code }: (typeof limits)[number]) => hasAll(code, said.join().replaceAll(/`\w+`/g, ''))

  expect(processes.filter((one) => !isTrue(one)).map(({ row }) => row)).toEqual([])
  expect(processes).toHaveLength(11)
})
