import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, dirname, extname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import type { $ZodType } from 'zod/v4/core'
import type { Endpoint } from '#contract/api/endpoint.ts'

const ROOT = join(import.meta.dirname, '..')
const FOLDERS = ['contract', 'server', 'web', 'covers']
/** The domains of the server. Each may import the ones before it. */
const DOMAINS = [
  'formats',
  'site',
  'restrictions',
  'mails',
  'locks',
  'accounts',
  'app-package',
  'search',
  'books',
  'webhooks',
  'notices',
  'reading',
  'kosync',
  'device-mail',
  'marks',
  'ratings',
  'comments',
  'shelves',
  'cover-rendering',
  'opds',
  'text-view',
  'book-texts',
  'search-inside',
  'publishing',
  'exporting',
  'importing',
  'premium',
  'figures',
  'recommendations',
  'weekly',
  'moderation',
  'reports',
  'backup',
  'admin',
]
/**
 * The folders of the web. Each may import the ones before it, and any of WEB_PLATFORM. The order is not the server's,
 * because a page of a book shows ratings and comments; those from 'profile' on compose domains.
 */
const WEB_FOLDERS = [
  'accounts',
  'ratings',
  'staff',
  'moderation',
  'reports',
  'comments',
  'offline',
  'shelves',
  'notices',
  'books',
  'marks',
  'reading',
  'my-books',
  'notes',
  'history',
  'publishing',
  'premium',
  'admin',
  'report-queue',
  'profile',
  'figures',
  'download',
  'shell',
  'about',
  'home',
  'showcase',
]
const WEB_PLATFORM = ['messages', 'language', 'engines', 'ui', 'fonts', 'api', 'session', 'document', 'install']
/** The root of the server: its start and its composition. */
const SERVER_ROOT = [
  'all-jobs.ts',
  'app.ts',
  'main.ts',
  'open-services.ts',
  'open-site.ts',
  'personal-data.ts',
  'start.js',
]
/** The parts of the HTTP server. Each may import the ones before it; `http-server.ts` and `serve.ts` put them together. */
const HTTP_FOLDERS = ['uploads', 'response', 'request', 'response-cache', 'metrics', 'openapi', 'pages']
/** The rooms of the reader. Each may import the ones before it; the reader itself, the files beside them, any of them. */
const READER_ROOMS = [
  'shelf',
  'format',
  'pages',
  'epub',
  'text',
  'find',
  'aloud',
  'position',
  'bar',
  'the reader itself',
]
const FORBIDDEN_NAMES = /(?:^|[-.])(?:utils?|helpers?|common|misc|services?|managers?)(?:[-.]|$)/
/** Names in which such a word has a meaning of its own. */
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

const IMPORT =
  /(?:^|[\n;])\s*(?:import|export)\s(?:(type\s)?[^'"`;]*?\sfrom\s*)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/g

interface Import {
  from: string
  /** Our own files by their path. */
  to: string
  isTypeOnly: boolean
  isLazy: boolean
}

const importsOf = ({ path, text }: (typeof sources)[number]): Import[] =>
  [...text.matchAll(IMPORT)].map(([, type, named, lazy]) => {
    const name = named ?? lazy ?? ''
    const own = name.startsWith('#') ? name.slice(1) : normalize(join(dirname(path), name))
    return {
      from: path,
      to: /^[#.]/.test(name) ? own : `package:${name}`,
      isTypeOnly: type !== undefined,
      isLazy: lazy !== undefined,
    }
  })

const edges = sources.flatMap(importsOf)
const isTest = (path: string) =>
  /\.test\.tsx?$/.test(path) || /(?:^|\/)testing-[\w-]+\.ts$/.test(path) || path.startsWith('server/testing/')
const code = edges.filter(({ from }) => !isTest(from))
const isBelow = (folder: string) => (path: string) => path.startsWith(`${folder}/`)
const lines = (found: { from: string; to: string }[]) => found.map(({ from, to }) => `${from} -> ${to}`)

/** The files and packages that these files load, directly or not. */
const loadedBy = (files: string[]) => {
  const loaded = new Set(files)
  for (const from of loaded) for (const edge of code) if (edge.from === from && !edge.isTypeOnly) loaded.add(edge.to)
  return [...loaded]
}

const folderIn = (above: string) => (path: string) => {
  const [folder, rest] = path.startsWith(`${above}/`) ? path.slice(above.length + 1).split('/') : []
  return rest === undefined ? undefined : folder
}

const roomOf = (path: string) => {
  const [, , room, rest] = isBelow('web/reading')(path) ? path.split('/') : []
  return rest === undefined && room !== undefined ? READER_ROOMS.at(-1) : room
}

/** The imports that go against an order of folders. */
const againstOrder = (folderOf: (path: string) => string | undefined, order: string[]) =>
  code.filter(({ from, to }) => {
    const [user, used] = [folderOf(from), folderOf(to)].map((folder) => order.indexOf(folder ?? ''))
    return user !== undefined && used !== undefined && user >= 0 && used > user
  })

test('there is something to check', () => {
  expect(edges.length).toBeGreaterThan(300)
  expect(edges).toContainEqual(
    expect.objectContaining({ from: 'server/app.ts', to: 'server/accounts/routes.ts', isTypeOnly: false }),
  )
  expect(edges).toContainEqual(
    expect.objectContaining({ from: 'server/ratings/rate-book.ts', to: 'contract/api/problems.ts', isTypeOnly: false }),
  )
})

test('server and web do not import each other', () => {
  expect(lines(edges.filter(({ from, to }) => isBelow('server')(from) && isBelow('web')(to)))).toEqual([])
  expect(lines(edges.filter(({ from, to }) => isBelow('web')(from) && isBelow('server')(to)))).toEqual([])
})

test('the contract imports only Zod and itself', () => {
  const foreign = edges.filter(
    ({ from, to }) => isBelow('contract')(from) && !isBelow('contract')(to) && !/^package:zod(?:\/|$)/.test(to),
  )
  expect(lines(foreign)).toEqual([])
})

test('covers import only the genres and themselves', () => {
  expect(
    lines(
      code.filter(
        ({ from, to }) => isBelow('covers')(from) && !isBelow('covers')(to) && to !== 'contract/shapes/genres.ts',
      ),
    ),
  ).toEqual([])
})

test('the platform imports no domain', () => {
  const known = code.filter(
    ({ from, to }) => isBelow('server/platform')(from) && isBelow('server')(to) && !isBelow('server/platform')(to),
  )
  expect(lines(known)).toEqual([])
})

test('the embedded PostgreSQL imports nothing of the application', () => {
  const isInside = isBelow('server/platform/embedded-postgres')
  const outside = code.filter(({ from, to }) => isInside(from) && !isInside(to) && !/^package:(?:node:|pg$)/.test(to))
  expect(lines(outside)).toEqual([])
})

test('a domain of the server imports only domains before it', () => {
  expect(lines(againstOrder(folderIn('server'), DOMAINS))).toEqual([])
})

test('a folder of the web imports only folders before it', () => {
  expect(lines(againstOrder(folderIn('web'), WEB_FOLDERS))).toEqual([])
  const platform = code.filter(({ from }) => WEB_PLATFORM.includes(folderIn('web')(from) ?? ''))
  expect(lines(platform.filter(({ to }) => WEB_FOLDERS.includes(folderIn('web')(to) ?? '')))).toEqual([])
})

test('what a place in a book is, and how an address names it, is said once', () => {
  const fields = sources.filter(
    ({ path, text }) => isBelow('contract')(path) && /\bpage: z\.int\((?!\), pages)/.test(text),
  )
  expect(fields.map(({ path }) => path)).toEqual(['contract/shapes/place.ts'])
  const addresses = sources.filter(({ path, text }) => !isTest(path) && /#page=/.test(text))
  expect(addresses.map(({ path }) => path)).toEqual(['contract/shapes/place-address.ts'])
})

test('every folder of the web has a place in that order', () => {
  const folders = new Set(sources.map(({ path }) => folderIn('web')(path)).filter((folder) => folder !== undefined))
  expect([...folders].filter((name) => ![...WEB_FOLDERS, ...WEB_PLATFORM].includes(name))).toEqual([])
})

test('a room of the reader imports only rooms before it, and every room has a place in that order', () => {
  expect(lines(againstOrder(roomOf, READER_ROOMS))).toEqual([])
  const rooms = new Set(sources.map(({ path }) => roomOf(path)).filter((room) => room !== undefined))
  expect([...rooms].toSorted()).toEqual(READER_ROOMS.toSorted())
})

test('the reader knows formats by name in formats.ts alone', () => {
  const outside = sources.filter(({ path }) => !['epub', 'pages', undefined].includes(roomOf(path)) && !isTest(path))
  const naming = outside.filter(({ text }) => /\b(?:epub|pdf)\b/.test(text))
  expect(naming.map(({ path }) => path)).toEqual(['web/reading/formats.ts'])
})

test('the browser loads calls, but neither schemas nor the table of failures', () => {
  const pages = sources.map(({ path }) => path).filter((path) => isBelow('web')(path) && !isTest(path))
  const loaded = loadedBy(pages)
  expect(loaded).toContain('contract/calls/books.ts')
  expect(loaded.filter((path) => path.startsWith('package:zod') || path === 'contract/api/problems.ts')).toEqual([])
})

test('the server process loads no decoder of uploaded files', () => {
  const loaded = loadedBy(['server/main.ts', 'server/commands/command-line.ts'])
  expect(loaded).toContain('server/cover-rendering/create-image-processor.ts')
  const decoders = [
    'sharp',
    'fontkit',
    'subset-font',
    '@hyzyla/pdfium',
    'yauzl',
    'saxes',
    'css-tree',
    'dingbat-to-unicode',
    'markdown-it',
  ].map((name) => `package:${name}`)
  expect(loaded.filter((path) => decoders.some((name) => path.startsWith(name)))).toEqual([])
})

test('the client for object stores is loaded only if the settings name a store', () => {
  const adapter = 'server/platform/storage/object-storage.ts'
  const client = code.filter(({ to }) => to.startsWith('package:@aws-sdk/'))
  expect(new Set(client.map(({ from }) => from))).toEqual(new Set([adapter]))
  const importers = code.filter(({ to }) => to === adapter)
  expect(importers).toEqual([
    expect.objectContaining({ from: 'server/platform/storage/open-storage.ts', isLazy: true }),
  ])
})

test('a format of books is known to the registry of formats alone', () => {
  const folderOf = folderIn('server/formats')
  const users = code.filter(({ from, to }) => folderOf(to) !== undefined && folderOf(from) !== folderOf(to))
  const isRegistered = ({ from, to }: Import) =>
    from === 'server/formats/formats.ts' && basename(to) === `${folderOf(to)}-format.ts`
  expect(users.some(isRegistered)).toBe(true)
  expect(lines(users.filter((edge) => !isRegistered(edge)))).toEqual([])
  const isNaming = ({ path, text }: { path: string; text: string }) =>
    isBelow('server')(path) && !isTest(path) && folderOf(path) === undefined && /application\/pdf|%PDF-/.test(text)
  expect(sources.filter(isNaming).map(({ path }) => path)).toEqual([])
})

test('every folder of the server is a domain, the platform, the commands or the helpers of tests', () => {
  const folders = new Set(paths.map(folderIn('server')).filter((folder) => folder !== undefined))
  expect([...folders].filter((name) => !['platform', 'commands', 'testing', ...DOMAINS].includes(name))).toEqual([])
})

test('the root of the server holds its start and its composition, which only the commands use', () => {
  const isRoot = (path: string) => dirname(path) === 'server'
  expect(
    paths
      .filter(isRoot)
      .map((path) => basename(path))
      .toSorted(),
  ).toEqual(SERVER_ROOT)
  const users = code.filter(({ from, to }) => isBelow('server')(from) && !isRoot(from) && isRoot(to))
  expect(lines(users.filter(({ from }) => !isBelow('server/commands')(from)))).toEqual([])
  expect(
    lines(code.filter(({ from, to }) => !isBelow('server/commands')(from) && isBelow('server/commands')(to))),
  ).toEqual([])
})

test('code imports no helper of tests', () => {
  expect(lines(code.filter(({ to }) => isTest(to)))).toEqual([])
})

test('a part of the HTTP server imports only parts before it', () => {
  const http = 'server/platform/http'
  expect(lines(againstOrder(folderIn(http), HTTP_FOLDERS))).toEqual([])
  const folders = new Set(paths.map(folderIn(http)).filter((folder) => folder !== undefined))
  expect([...folders].toSorted()).toEqual(HTTP_FOLDERS.toSorted())
  const whole = code.filter(({ from, to }) => folderIn(http)(from) !== undefined && dirname(to) === http)
  expect(lines(whole)).toEqual([])
})

test('web/ui imports nothing of the product but its messages', () => {
  expect(
    lines(
      code.filter(
        ({ from, to }) =>
          isBelow('web/ui')(from) &&
          !to.startsWith('package:') &&
          !['web/ui', 'web/messages'].some((folder) => isBelow(folder)(to)),
      ),
    ),
  ).toEqual([])
})

test('imports across folders begin with #, imports inside a folder with ./', () => {
  const all = sources.flatMap(({ path, text }) =>
    [...text.matchAll(IMPORT)].map((match) => ({ from: path, to: match[2] ?? match[3] ?? '' })),
  )
  expect(lines(all.filter(({ to }) => to.startsWith('..')))).toEqual([])
  const own = all.filter(({ from, to }) => to.startsWith('#') && dirname(to.slice(1)) === dirname(from))
  expect(lines(own)).toEqual([])
})

test('only settings.ts reads the environment', () => {
  const readers = sources.filter(({ text }) => /\bprocess\.env\b/.test(text)).map(({ path }) => path)
  expect(readers.filter((path) => path !== 'server/platform/settings.ts' && !isTest(path))).toEqual([])
})

test('only web/session uses the browser’s storage', () => {
  const users = sources
    .filter(({ text }) => /\b(?:localStorage|sessionStorage|indexedDB)\b|document\.cookie/.test(text))
    .map(({ path }) => path)
  expect(users.filter((path) => !isBelow('web/session')(path) && !isTest(path))).toEqual([])
})

test('adapters are created only where the server is put together', () => {
  const creators = code.filter(({ to }) =>
    /^server\/platform\/(?:storage\/(?:disk|object-storage)|mail\/(?:smtp|outbox)|database\/connect|embedded-postgres\/[\w-]+)\.ts$/.test(
      to,
    ),
  )
  const outside = creators.filter((edge) => !isBelow('server/platform')(edge.from) && !edge.isTypeOnly)
  expect(lines(outside.filter(({ from }) => !['server', 'server/commands'].includes(dirname(from))))).toEqual([])
})

test('no file is an index or has a meaningless name', () => {
  expect(paths.filter((path) => basename(path).startsWith('index.'))).toEqual([])
  const stem = (path: string) => basename(path).split('.', 1).join()
  expect(paths.filter((path) => FORBIDDEN_NAMES.test(stem(path)) && !ALLOWED_NAMES.includes(stem(path)))).toEqual([])
})

test('a class name that a component takes from a style sheet is in it', () => {
  const missing = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)].flatMap(([, css = '', from = '']) => {
      const sheet = readFileSync(join(ROOT, from.startsWith('#') ? from.slice(1) : join(dirname(path), from)), 'utf8')
      return [...text.replace(IMPORT, '').matchAll(new RegExp(`\\b${css}\\.(\\w+)`, 'g'))]
        .filter(([, name]) => !new RegExp(`\\.${name}\\b`).test(sheet))
        .map(([used]) => ({ from: path, to: used }))
    }),
  )
  expect(lines(missing)).toEqual([])
})

test('an attribute that style sheets ask for is set', () => {
  const sheets = paths.filter((path) => isBelow('web')(path) && extname(path) === '.css')
  const asked = sheets.flatMap((path) =>
    [...readFileSync(join(ROOT, path), 'utf8').matchAll(/\[(data-[\w-]+)/g)].map(([, attribute = '']) => attribute),
  )
  const isSet = (attribute: string) => {
    const property = attribute.slice('data-'.length).replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
    const names = new RegExp(`\\b${attribute}\\b|\\bdataset(?:\\.${property}\\b|\\['${property}'\\])`)
    return sources.some(({ path, text }) => isBelow('web')(path) && !isTest(path) && names.test(text))
  }
  expect(asked.length).toBeGreaterThan(50)
  // pdf.js sets this one.
  expect([...new Set(asked)].filter((attribute) => !isSet(attribute))).toEqual(['data-main-rotation'])
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
      .filter(({ path }) => dirname(path) === 'contract' && !isTest(path))
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

test('what is to be done about a script that can’t be loaded is done without its style sheet too', () => {
  // Vite loads the style sheet outside of a promise that is chained to the import.
  const chained = /\bimport\([^()]*\)\s*\.(then|catch)\b/
  expect(
    sources.filter(({ path, text }) => isBelow('web')(path) && chained.test(text)).map(({ path }) => path),
  ).toEqual([])
})

test('every body rejects unknown fields', () => {
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

test('every call declares its access, and no two calls are the same', () => {
  const calls = endpoints.map(([, { method, path }]) => `${method} ${path.replace(/:\w+/g, ':')}`)
  expect(calls.toSorted()).toEqual([...new Set(calls)].toSorted())
  for (const [name, { access, summary }] of endpoints) {
    expect([
      name,
      ['open', 'library', 'member', 'registered', 'author', 'moderator', 'admin'].includes(access),
    ]).toEqual([name, true])
    expect(summary).toMatch(/^[A-Z].*[^.]$/)
  }
})
