import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stringify } from 'csv-stringify/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { filesBelow } from '#server/exporting/testing-export.ts'
import { writeExport } from '#server/exporting/write-export.ts'
import { aZip } from '#server/formats/epub/testing-zip.ts'
import { openTestSite } from '#server/testing/test-site.ts'
import { type Archiver, MISSING, unpackArchivingTools } from '#tests/archiving-tools.ts'
import { importInto, pdfOf, titlesOf, writeFiles } from './testing-import.ts'

const TITLES = [
  'Über die Fähre',
  'Река и мост',
  'Το ποτάμι',
  'השעון על הגדה',
  'ألف ليلة وليلة',
  'नदी के पार',
  'ข้ามแม่น้ำ',
  '吾輩は猫である',
  '강을 건너',
  'Ձուկը գետում',
  'Tiếng sông Cửu Long',
]

let folder = ''
let exported = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quillhouse-zipped-'))
  const site = await openTestSite()
  try {
    const author = await site.anAuthor()
    const rows = TITLES.map((title, at) => [`${at}.pdf`, title])
    await writeFiles(join(folder, 'books'), {
      'quillhouse.csv': stringify([['file', 'title'], ...rows]),
      ...Object.fromEntries(TITLES.map((title, at) => [`${at}.pdf`, pdfOf(title)])),
    })
    const options = { source: join(folder, 'books'), email: author.email, report: join(folder, 'first') }
    await importInto(site, options)
    exported = join(folder, 'export')
    await writeExport(site.services, exported, { readers: 'pseudonyms', withUnpublished: false })
  } finally {
    await site.close()
  }
}, 120_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Imports an archive into a site that has no books. */
const expectWhole = async (archive: string) => {
  const site = await openTestSite()
  try {
    const author = await site.anAuthor()
    const { rows, counts } = await importInto(site, {
      source: archive,
      email: author.email,
      report: `${archive}-reports`,
    })
    expect([...rows.values()].filter(({ result }) => result !== 'imported')).toEqual([])
    expect(counts).toMatchObject({ imported: TITLES.length, refused: 0 })
    expect((await titlesOf(site, author)).toSorted()).toEqual(TITLES.toSorted())
  } finally {
    await site.close()
  }
}

/** As `zip -r`, `ditto -c -k --keepParent`, 7-Zip and old programs of Windows write names and their flags. */
const WRITERS = {
  'Info-ZIP': { flags: () => 0, nameOf: (path: string) => `export/${path}`, beside: false },
  ditto: { flags: () => 8, nameOf: (path: string) => `export/${path}`.normalize('NFD'), beside: true },
  '7-Zip': {
    flags: (path: string) => (/^[ -~]*$/.test(path) ? 0 : 0x800),
    nameOf: (path: string) => path,
    beside: false,
  },
  'a program of Windows': {
    flags: () => 0x800,
    nameOf: (path: string) => `export\\${path.replaceAll('/', '\\')}`,
    beside: false,
  },
}

test.each(Object.entries(WRITERS))(
  'an export with titles in many scripts is imported whole as %s packs it',
  { timeout: 120_000 },
  async (name, { flags, nameOf, beside }) => {
    const files = [...(await filesBelow(exported))]
    const archive = join(folder, `${name.replaceAll(' ', '-')}.zip`)
    await writeFile(
      archive,
      aZip(
        files.flatMap(([path, data]) => [
          { name: nameOf(path), data, stated: { flags: flags(path) } },
          // What the file system of macOS knows of each file besides.
          ...(beside
            ? [{ name: `__MACOSX/${nameOf(path).replace(/([^/]+)$/, '._$1')}`, data: 'x', stated: { flags: 8 } }]
            : []),
        ]),
      ),
    )
    await expectWhole(archive)
  },
)

const PROGRAMS: [program: Archiver, args: string[]][] = [
  ['zip', ['-q', '-r']],
  ['7zz', ['a', '-bso0', '-tzip']],
  ['bsdtar', ['--format', 'zip', '-cf']],
]

test.for(PROGRAMS)(
  'an export is imported whole as %s itself packs it',
  { timeout: 420_000 },
  async ([program, args], { skip }) => {
    const tools = await unpackArchivingTools()
    if (!tools) return skip(MISSING)
    const archive = join(folder, `real-${program}.zip`)
    await tools.run(program, [...args, archive, 'export'], folder)
    await expectWhole(archive)
  },
)
