import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EpubRejectedError } from '#server/formats/epub/epub-error.ts'
import { openZip } from '#server/formats/epub/open-zip.ts'
import { faultsInDocument } from '#server/formats/epub/testing-harmless.ts'
import { ingest } from '#server/formats/epub/testing-ingest.ts'
import { aZip } from '#server/formats/epub/testing-zip.ts'
import { damage, randomFrom } from '#tests/damage.ts'
import { ManuscriptRejectedError } from './manuscript-error.ts'
import { isMobi, openPalmDatabase } from './mobi/palm-database.ts'
import { writeDatabase } from './mobi/testing-mobi.ts'
import { createManuscriptConverter } from './manuscript-process.ts'
import { aDocx, longBody } from './testing-docx.ts'
import { anOdt, longOdtBody } from './testing-odt.ts'
import { allSamples, type Sample } from './testing-manuscripts.ts'

/** How many damaged forms of manuscripts are converted, of MOBI twice as many; set FUZZ_FILES for another number. */
const FORMS = Number(process.env['FUZZ_FILES'] ?? 500)
const SEED = Number(process.env['FUZZ_SEED'] ?? 1)
const MAX_MS = 60_000

let folder = ''
const converter = createManuscriptConverter()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'manuscripts-'))
})
afterAll(async () => {
  converter.close()
  await rm(folder, { recursive: true })
})

/** Damages a record of a MOBI, and says of all where they are. */
const damageRecord = (bytes: Buffer, random: ReturnType<typeof randomFrom>): Buffer => {
  const { count, record } = openPalmDatabase(bytes)
  const records = Array.from({ length: count }, (_, at) => record(at))
  const chosen = random(count)
  return writeDatabase(records.with(chosen, damage(records[chosen] ?? Buffer.alloc(1), random)))
}

/** Damages a file in an archive, which is whole around it; of a text, the text. */
const damageInside = async (bytes: Buffer, random: ReturnType<typeof randomFrom>): Promise<Buffer> => {
  if (isMobi(bytes)) return damageRecord(bytes, random)
  const zip = await openZip(bytes).catch(() => undefined)
  // Any bytes are letters, so that the text is wrong and not its encoding.
  const damageText = (text: Buffer) => Buffer.from(damage(text, random).toString('latin1'))
  if (!zip) return damageText(bytes)
  const texts = zip.names.filter((name) => /\.(?:xml|rels|md|fb2)$/.test(name))
  const chosen = texts[random(texts.length)]
  return aZip(
    zip.names.map((name) => {
      const data = zip.read(name) ?? Buffer.alloc(0)
      if (name !== chosen) return { name, data }
      return { name, data: name.endsWith('.md') ? damageText(data) : damage(data, random) }
    }),
  )
}

const convert = async (name: string, { fileName, bytes }: Sample) => {
  const file = join(folder, name)
  await writeFile(file, bytes)
  try {
    return await converter.convert(file, { fileName, words: {} })
  } finally {
    await rm(file)
  }
}

test.each(['', 'OpenDocument', 'FictionBook', 'MOBI'])(
  'a damaged manuscript is converted or refused with a reason, in time, and what is made of it is harmless: %s',
  { timeout: 1_800_000 },
  async (kind) => {
    const samples = allSamples().filter(([name]) => name.startsWith(kind) && !name.includes('300 pages'))
    const outcomes: Record<string, number> = {}
    let slowestMs = 0
    const forms = kind === 'MOBI' ? FORMS * 2 : FORMS
    for (let form = 0; form < forms; form += 1) {
      const random = randomFrom(SEED * 1_000_003 + form)
      const [, { fileName, bytes }] = samples[form % samples.length] as (typeof samples)[number]
      const damaged = form % 4 === 0 ? damage(bytes, random) : await damageInside(bytes, random)
      const begunAt = performance.now()
      const outcome = await convert(String(form), { fileName, bytes: damaged }).then(
        async ({ epub }) => {
          const { chapters, manifest } = await ingest(Buffer.from(epub))
          const faults = chapters.flatMap(({ xhtml }) => faultsInDocument(xhtml))
          expect([form, faults, manifest.findings.filter(({ kind }) => kind !== 'file')]).toEqual([form, [], []])
          return 'converted'
        },
        (error: unknown) => {
          if (error instanceof ManuscriptRejectedError || error instanceof EpubRejectedError) return error.reason
          throw new Error(`form ${form}`, { cause: error })
        },
      )
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
      slowestMs = Math.max(slowestMs, performance.now() - begunAt)
    }
    console.info(
      `damaged manuscripts ${kind} (seed ${SEED}): ${JSON.stringify({ ...outcomes, slowestMs: Math.round(slowestMs) })}`,
    )
    expect(outcomes['converted'], 'some damage is nothing that a book needs').toBeGreaterThan(0)
    // What stops the process is a fault of the converter, not of the manuscript.
    expect(outcomes['too_complex'] ?? 0).toBeLessThan(forms / 2)
    expect(slowestMs).toBeLessThan(MAX_MS)
  },
)

test.each([
  ['docx', () => aDocx({ body: longBody(300) })],
  ['odt', () => anOdt({ body: longOdtBody(300) })],
])(
  '300 pages of %s are converted in ten seconds of a processor, in 300 MB',
  { timeout: 150_000 },
  async (kind, make) => {
    // Garbage is collected before the heap takes all of the memory.
    const limited = createManuscriptConverter({ cpuMs: 10_000, memoryBytes: 300 * 1024 * 1024, heapMb: 200 })
    try {
      const file = join(folder, `long.${kind}`)
      await writeFile(file, make())
      const { epub } = await limited.convert(file, { fileName: `long.${kind}`, words: {} })
      expect((await ingest(Buffer.from(epub))).manifest.contents).toHaveLength(30)
    } finally {
      limited.close()
    }
  },
)
