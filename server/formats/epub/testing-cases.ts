import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { testData } from '#server/testing/test-site.ts'

const folder = testData('../cases/files')

/** A file that other tools wrote, or one like theirs. */
export const caseFile = (name: string): Buffer => readFileSync(join(folder ?? '', name))

export const hasCases = folder !== undefined
