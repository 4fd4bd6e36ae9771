import { createRequire } from 'node:module'
import type { CompatData, Identifier, SimpleSupportStatement, SupportStatement } from '@mdn/browser-compat-data'
import type { Engine } from '#web/engines/engines.ts'

/** MDN's compatibility data: https://github.com/mdn/browser-compat-data */
const DATA = createRequire(import.meta.url)('@mdn/browser-compat-data') as CompatData

/** The part of MDN's data at a path such as 'css.properties.color'; undefined if it has none. */
export const compatOf = (path: string[]): Identifier | undefined =>
  path.reduce<Identifier | undefined>(
    (part, name) => (part && Object.hasOwn(part, name) ? (part as Record<string, Identifier>)[name] : undefined),
    DATA as unknown as Identifier,
  )

/** Names of what stands below a path, without MDN's own entries. */
export const namesBelow = (path: string[]) => Object.keys(compatOf(path) ?? {}).filter((name) => !name.startsWith('__'))

/** Whether an engine has a feature, without a prefix and without a setting. What MDN does not know counts as there. */
export const isSupported = (feature: Identifier | undefined, { browser, version }: Engine): boolean => {
  const support = feature?.__compat?.support[browser]
  if (!support) return true
  return statements(support).some((statement) => isIn(statement, version))
}

const statements = (support: SupportStatement): SimpleSupportStatement[] =>
  (Array.isArray(support) ? support : [support]) as SimpleSupportStatement[]

const isIn = (
  { version_added, version_removed, flags, prefix, alternative_name }: SimpleSupportStatement,
  version: string,
) =>
  typeof version_added === 'string' &&
  !flags &&
  !prefix &&
  !alternative_name &&
  isAtLeast(version, version_added) &&
  !(typeof version_removed === 'string' && isAtLeast(version, version_removed))

const isAtLeast = (version: string, other: string) => {
  if (other === 'preview') return false
  return Number(version) >= Number(other.replace('≤', ''))
}
