import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { testData } from './test-site.ts'

const folder = testData('../cases/files')

export const hasCases = folder !== undefined

/** A file that other tools wrote, or one like theirs: `caseFile('crop.pdf')`. */
export const caseFile = (name: string): Buffer => readFileSync(join(folder ?? '', name))

/** The names of all files with this ending; none, with a warning, without the test data. */
export const casesOf = (extension: `.${string}`): string[] =>
  folder === undefined ? [] : readdirSync(folder).filter((name) => name.endsWith(extension))
