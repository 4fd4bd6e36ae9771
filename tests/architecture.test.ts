import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, dirname, extname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import type { $ZodType } from 'zod/v4/core'
import type { Endpoint } from '#contract/endpoint.ts'

const ROOT = join(import.meta.dirname, '..')
const FOLDERS = ['contract', 'server', 'web', 'covers']
/** Each may use those before it. */
const DOMAINS = [
  'site',
  'accounts',
  'books',
  'reading',
  'ratings',
  'comments',
  'pdf-inspection',
  'cover-rendering',
  'publishing',
  'premium',
  'recommendations',
  'weekly',
  'admin',
  'backup',
]
const FORBIDDEN_NAMES = /(?:^|[-.])(?:utils?|helpers?|common|misc|services?|managers?)(?:[-.]|$)/
/** Words that say something where they stand. */
const ALLOWED_NAMES = ['services', 'open-services', 'common-passwords', 'service-worker']

const paths = (
  await Promise.all(FOLDERS.map((folder) => readdir(join(ROOT, folder), { recursive: true, withFileTypes: true })))
)
  .flat()
  .filter((entry) => entry.isFile())
  .map(({ parentPath, name }) => join(parentPath, name).slice(ROOT.length + 1))

const sources = paths
  .filter((path) => ['.ts', '.tsx', '.js'].includes(extname(path)))
  .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))

const IMPORT = /(?:^|[\n;])\s*(?:import|export)\s(?:[^'"`;]*?\sfrom\s*)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/g

/** What a file imports; our own files by their path. */
const importsOf = ({ path, text }: (typeof sources)[number]) =>
  [...text.matchAll(IMPORT)]
    .map((match) => match[1] ?? match[2] ?? '')
    .map((name) => {
      if (name.startsWith('#')) return name.slice(1)
      return name.startsWith('.') ? normalize(join(dirname(path), name)) : `package:${name}`
    })

const edges = sources.flatMap((source) => importsOf(source).map((to) => ({ from: source.path, to })))
const isTest = (path: string) => /\.test\.tsx?$/.test(path) || /(?:^|\/)testing(?:-[\w-]+)?\.ts$/.test(path)
const code = edges.filter(({ from }) => !isTest(from))
const isBelow = (folder: string) => (path: string) => path.startsWith(`${folder}/`)
const said = (found: { from: string; to: string }[]) => found.map(({ from, to }) => `${from} -> ${to}`)

/** Whether that is imported for its types alone. */
const isOfType = ({ from, to }: (typeof edges)[number]) =>
  new RegExp(`import type [^\\n]*${basename(to)}`).test(sources.find(({ path }) => path === from)?.text ?? '')

/** The domain a path of the server or the web belongs to; undefined for the files and folders that belong to none. */
const domainOf = (path: string) => {
  const [side, name, rest] = path.split('/')
  return (side === 'server' || side === 'web') && rest !== undefined && DOMAINS.includes(name ?? '') ? name : undefined
}

test('there is something to check', () => {
  expect(edges.length).toBeGreaterThan(300)
  expect(edges).toContainEqual({ from: 'server/app.ts', to: 'server/accounts/routes.ts' })
  expect(edges).toContainEqual({ from: 'server/ratings/rate-book.ts', to: 'contract/problems.ts' })
})

test('server and web know nothing of each other', () => {
  expect(said(edges.filter(({ from, to }) => isBelow('server')(from) && isBelow('web')(to)))).toEqual([])
  expect(said(edges.filter(({ from, to }) => isBelow('web')(from) && isBelow('server')(to)))).toEqual([])
})

test('the contract imports Zod and itself alone', () => {
  const foreign = edges.filter(
    ({ from, to }) => isBelow('contract')(from) && !isBelow('contract')(to) && !/^package:zod(?:\/|$)/.test(to),
  )
  expect(said(foreign)).toEqual([])
})

test('covers know the genres and themselves alone', () => {
  expect(
    said(
      code.filter(({ from, to }) => isBelow('covers')(from) && !isBelow('covers')(to) && to !== 'contract/genres.ts'),
    ),
  ).toEqual([])
})

test('the platform knows no domain', () => {
  const known = code.filter(
    ({ from, to }) => isBelow('server/platform')(from) && isBelow('server')(to) && !isBelow('server/platform')(to),
  )
  expect(said(known)).toEqual([])
})

test('the embedded PostgreSQL imports nothing of the application', () => {
  const isInside = isBelow('server/platform/embedded-postgres')
  const outside = code.filter(({ from, to }) => isInside(from) && !isInside(to) && !/^package:(?:node:|pg$)/.test(to))
  expect(said(outside)).toEqual([])
})

test('a domain uses those that stand before it', () => {
  const upward = code.filter(({ from, to }) => {
    const [user, used] = [domainOf(from), domainOf(to)]
    return user !== undefined && used !== undefined && DOMAINS.indexOf(used) > DOMAINS.indexOf(user)
  })
  expect(said(upward.filter(({ from }) => isBelow('server')(from)))).toEqual([])
})

test('no decoder of what strangers send is loaded by the server itself', () => {
  const reached = new Set(['server/main.ts', 'server/command-line.ts'])
  for (const from of reached) for (const edge of code) if (edge.from === from && !isOfType(edge)) reached.add(edge.to)
  expect([...reached]).toContain('server/cover-rendering/create-image-processor.ts')
  const decoders = ['sharp', 'fontkit', 'subset-font', '@hyzyla/pdfium'].map((name) => `package:${name}`)
  expect([...reached].filter((path) => decoders.some((name) => path.startsWith(name)))).toEqual([])
})

test('every folder of the server is a domain in that order, or the platform', () => {
  const folders = new Set(
    paths.filter((path) => isBelow('server')(path) && path.split('/').length > 2).map((path) => path.split('/')[1]),
  )
  expect([...folders].filter((name) => name !== 'platform' && !DOMAINS.includes(name ?? ''))).toEqual([])
})

test('web/ui knows no product', () => {
  expect(
    said(
      code.filter(({ from, to }) => isBelow('web/ui')(from) && !to.startsWith('package:') && !isBelow('web/ui')(to)),
    ),
  ).toEqual([])
})

test('across folders one imports by name, inside a folder by ./', () => {
  const all = sources.flatMap(({ path, text }) =>
    [...text.matchAll(IMPORT)].map((match) => ({ from: path, to: match[1] ?? match[2] ?? '' })),
  )
  expect(said(all.filter(({ to }) => to.startsWith('..')))).toEqual([])
  const own = all.filter(({ from, to }) => to.startsWith('#') && dirname(to.slice(1)) === dirname(from))
  expect(said(own)).toEqual([])
})

test('the environment is read in settings.ts alone', () => {
  const readers = sources.filter(({ text }) => /\bprocess\.env\b/.test(text)).map(({ path }) => path)
  expect(readers.filter((path) => path !== 'server/platform/settings.ts' && !isTest(path))).toEqual([])
})

test('the browser’s storage is used in web/session alone', () => {
  const users = sources
    .filter(({ text }) => /\b(?:localStorage|sessionStorage|indexedDB)\b|document\.cookie/.test(text))
    .map(({ path }) => path)
  expect(users.filter((path) => !isBelow('web/session')(path) && !isTest(path))).toEqual([])
})

test('adapters are made where the parts are put together', () => {
  const makers = code.filter(({ to }) =>
    /^server\/platform\/(?:storage\/disk|mail\/(?:smtp|outbox)|database\/(?:connect|embedded))\.ts$/.test(to),
  )
  const outside = makers.filter((edge) => !isBelow('server/platform')(edge.from) && !isOfType(edge))
  expect(said(outside.filter(({ from }) => dirname(from) !== 'server'))).toEqual([])
})

test('no file is an index or named for nothing', () => {
  expect(paths.filter((path) => basename(path).startsWith('index.'))).toEqual([])
  const stem = (path: string) => basename(path).split('.', 1).join()
  expect(paths.filter((path) => FORBIDDEN_NAMES.test(stem(path)) && !ALLOWED_NAMES.includes(stem(path)))).toEqual([])
})

test('files are named in kebab-case', () => {
  const named = sources.map(({ path }) => basename(path))
  expect(named.filter((name) => !/^[a-z\d]+(?:-[a-z\d]+)*(?:\.(?:test|module|d))?\.(?:tsx?|js)$/.test(name))).toEqual(
    [],
  )
})

const endpoints = (
  await Promise.all(
    sources
      .filter(({ path }) => isBelow('contract')(path) && !isTest(path))
      .map(({ path }) => import(join(ROOT, path)) as Promise<Record<string, unknown>>),
  )
)
  .flatMap((module) => Object.entries(module))
  .filter(
    (entry): entry is [string, Endpoint] =>
      typeof entry[1] === 'object' && entry[1] !== null && 'access' in entry[1] && 'path' in entry[1],
  )

/** The objects that a body may be, behind unions and pipes. */
const objectsIn = (schema: $ZodType): $ZodType[] => {
  const {
    type,
    options,
    in: before,
    innerType,
  } = schema._zod.def as { type: string; options?: $ZodType[]; in?: $ZodType; innerType?: $ZodType }
  if (type === 'object') return [schema]
  return [...(options ?? []), ...(before ? [before] : []), ...(innerType ? [innerType] : [])].flatMap(objectsIn)
}

test('every body refuses fields that it does not know', () => {
  expect(endpoints.length).toBeGreaterThan(15)
  for (const [name, { body }] of endpoints) {
    if (!body) continue
    const objects = objectsIn(body)
    expect([name, objects.length > 0]).toEqual([name, true])
    for (const object of objects) {
      const { catchall } = object._zod.def as { catchall?: $ZodType }
      expect([name, catchall?._zod.def.type]).toEqual([name, 'never'])
    }
  }
})

test('every call says who may make it, and no two calls are the same', () => {
  const calls = endpoints.map(([, { method, path }]) => `${method} ${path.replace(/:\w+/g, ':')}`)
  expect(calls.toSorted()).toEqual([...new Set(calls)].toSorted())
  for (const [name, { access, summary }] of endpoints) {
    expect([name, ['open', 'library', 'member', 'registered', 'author', 'admin'].includes(access)]).toEqual([
      name,
      true,
    ])
    expect(summary).toMatch(/^[A-Z].*[^.]$/)
  }
})
