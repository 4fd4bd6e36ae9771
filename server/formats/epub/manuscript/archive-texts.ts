import { parse as parseYaml } from 'yaml'
import type { Archive } from '#server/formats/epub/open-zip.ts'
import { isRecord } from './front-matter.ts'

/** The text of a file in an archive, with line feeds alone at the ends of its lines; empty where there is no such file. */
export const textAt = (archive: Archive, path: string): string =>
  archive
    .read(path)
    ?.toString()
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n') ?? ''

/** What a file of YAML or JSON says; nothing where it is damaged or not there. */
export const fieldsAt = (archive: Archive, path: string | undefined): Record<string, unknown> => {
  try {
    const text = path === undefined ? '' : textAt(archive, path)
    const fields: unknown = parseYaml(text, { maxAliasCount: 0, logLevel: 'error' })
    return isRecord(fields) ? fields : {}
  } catch {
    return {}
  }
}
