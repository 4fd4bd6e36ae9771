import { readFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testData } from '#server/testing/test-site.ts'
import { damage, randomFrom } from '#tests/damage.ts'
import { EPUB_REASONS, EpubRejectedError } from './epub-error.ts'
import { openZip } from './open-zip.ts'
import { createEpubReader } from './read-epub.ts'
import { anEpub } from './testing-epub.ts'
import { faultsInCss, faultsInDocument } from './testing-harmless.ts'
import { aZip } from './testing-zip.ts'

/** How many damaged forms of books are read; set FUZZ_FILES for another number. */
const FORMS = Number(process.env['FUZZ_FILES'] ?? 1_000)
const SEED = Number(process.env['FUZZ_SEED'] ?? 1)
const MAX_MS = 60_000
const MAX_GROWTH = 150 * 1024 * 1024
/** Larger books take most of the time, and have no more parts. */
const MAX_BYTES = 600_000

let folder = ''
const reader = createEpubReader()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'damaged-epubs-'))
})
afterAll(async () => {
  reader.close()
  await rm(folder, { recursive: true })
})

const samples = async (): Promise<Buffer[]> => {
  const books = testData('epub')
  if (!books) return [anEpub()]
  const names = (await readdir(books)).filter((name) => name.endsWith('.epub')).toSorted()
  const all = await Promise.all(names.map((name) => readFile(join(books, name))))
  return all.filter(({ length }) => length < MAX_BYTES)
}

/** Damages a file in the archive, which is whole around it, so that its XML and not its checksum is wrong. */
const damageInside = async (epub: Buffer, random: ReturnType<typeof randomFrom>): Promise<Buffer> => {
  const zip = await openZip(epub)
  const texts = zip.names.filter((name) => /\.(?:x?html|opf|ncx|css|svg|xml)$/.test(name))
  const chosen = texts[random(texts.length)]
  const entries = zip.names.map((name) => {
    const data = zip.read(name) ?? Buffer.alloc(0)
    return { name, data: name === chosen ? damage(data, random) : data, isStored: name === 'mimetype' }
  })
  return aZip(entries)
}

test(
  'a damaged EPUB is read or refused with a reason, in time, and what is read is harmless',
  { timeout: 1_800_000 },
  async () => {
    const books = await samples()
    const outcomes: Record<string, number> = {}
    const before = process.memoryUsage.rss()
    let slowestMs = 0
    for (let form = 0; form < FORMS; form += 1) {
      const random = randomFrom(SEED * 1_000_003 + form)
      const book = books[form % books.length] as Buffer
      const file = join(folder, `${form}.epub`)
      await writeFile(file, form % 2 === 0 ? damage(book, random) : await damageInside(book, random))
      const begunAt = performance.now()
      const faults: string[] = []
      const outcome = await reader
        .read(file, async (part) => {
          if ('chapter' in part) faults.push(...faultsInDocument(part.chapter.xhtml))
          else if (part.resource.type === 'text/css')
            faults.push(...faultsInCss(Buffer.from(part.resource.content).toString()))
        })
        .then(
          ({ findings }) => (findings.some(({ kind }) => kind === 'chapter') ? 'read without a chapter' : 'read'),
          (error: unknown) => {
            if (error instanceof EpubRejectedError) return error.reason
            throw new Error(`form ${form}`, { cause: error })
          },
        )
      expect([form, faults]).toEqual([form, []])
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
      slowestMs = Math.max(slowestMs, performance.now() - begunAt)
      await rm(file)
    }
    globalThis.gc?.()
    const growth = process.memoryUsage.rss() - before
    console.info(
      `damaged EPUBs (seed ${SEED}): ${JSON.stringify({ ...outcomes, slowestMs: Math.round(slowestMs), growthMb: Math.round(growth / 1_048_576) })}`,
    )
    expect(Object.keys(outcomes).filter((name) => !(name in EPUB_REASONS) && !name.startsWith('read'))).toEqual([])
    expect(outcomes['read'], 'some damage is nothing that a book needs').toBeGreaterThan(0)
    expect(outcomes['too_complex']).toBeUndefined()
    expect(slowestMs).toBeLessThan(MAX_MS)
    expect(growth).toBeLessThan(MAX_GROWTH)
  },
)
