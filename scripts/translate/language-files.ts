/** The files of translations: ARB (Application Resource Bundle), in languages/TAG/. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Described } from './describe.ts'
import { argumentsIn } from './icu.ts'

const FOLDER = join(import.meta.dirname, '../../languages')

/** The texts of one part of the product in one language, by key. */
export type Texts = Record<string, string>

const FILE = z.record(z.string(), z.unknown())

export const pathOf = (tag: string, part: string) => join(FOLDER, tag, `${part}.arb`)

/** Throws an error that names the file if it is no ARB file. A file that is missing has no texts. */
export const readTexts = async (tag: string, part: string): Promise<Texts> => {
  const path = pathOf(tag, part)
  const content = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}'
    throw error
  })
  try {
    const entries = Object.entries(FILE.parse(JSON.parse(content))).filter(([key]) => !key.startsWith('@'))
    return z.record(z.string(), z.string()).parse(Object.fromEntries(entries))
  } catch (error) {
    throw new Error(`${path} is no ARB file: ${(error as Error).message}`, { cause: error })
  }
}

export const textsOf = (messages: readonly Pick<Described, 'key' | 'text'>[]): Texts =>
  Object.fromEntries(messages.map(({ key, text }) => [key, text]))

/** The English file, with what translators need to know of each text. */
export const writeTemplate = (part: string, messages: readonly Described[]) => {
  const entries = messages.flatMap((message) => [[message.key, message.text], ...metadataOf(message)])
  return writeFile(pathOf('en', part), toJson({ '@@locale': 'en', ...Object.fromEntries(entries) }))
}

const metadataOf = ({ key, text, description, maxLength }: Described) => {
  const names = [...argumentsIn(text)]
  const metadata = {
    description,
    ...(maxLength !== undefined && { 'x-max-length': maxLength }),
    ...(names.length > 0 && { placeholders: Object.fromEntries(names.map((name) => [name, {}])) }),
  }
  return [[`@${key}`, metadata]]
}

export const toJson = (value: unknown) => `${JSON.stringify(value, undefined, 2)}\n`
