/**
 * The texts whose English has changed since they were translated, in languages/TAG/changed.json: each with the English
 * that its translation was made from. The file is no part of the translation, so that tools of translators keep it.
 */
import { readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { pathOf, type Texts, toJson } from './language-files.ts'

const CHANGED = z.record(z.string(), z.object({ english: z.string(), translation: z.string() }))
type ChangedTexts = z.infer<typeof CHANGED>

const fileOf = (tag: string) => join(dirname(pathOf(tag, 'pages')), 'changed.json')

export const readChanged = async (tag: string): Promise<ChangedTexts> => {
  try {
    return CHANGED.parse(JSON.parse(await readFile(fileOf(tag), 'utf8')))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw new Error(`${fileOf(tag)} can't be read: ${(error as Error).message}`, { cause: error })
  }
}

/** Without any there is no file. */
export const writeChanged = (tag: string, changed: ChangedTexts) =>
  Object.keys(changed).length > 0 ? writeFile(fileOf(tag), toJson(changed)) : rm(fileOf(tag), { force: true })

/** Those of before and those that change now, without those that were translated again or are as they were. */
export const changedTexts = (known: ChangedTexts, translated: Texts, before: Texts, now: Texts): ChangedTexts => {
  const entries = Object.entries(translated).flatMap(([key, translation]) => {
    const changed = known[key]?.translation === translation ? known[key] : undefined
    const english = changed?.english ?? before[key]
    return english === undefined || now[key] === undefined || english === now[key]
      ? []
      : [[key, { english, translation }]]
  })
  return Object.fromEntries(entries) as ChangedTexts
}
