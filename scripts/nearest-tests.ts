import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const SOURCES = '{contract,covers,handbooks,scripts,server,tests,web}/**/*.{ts,tsx}'
const IMPORT = /(?:from|import\(|import)\s*['"](#[^'"]+|\.\/[^'"]+)['"]/g
/** They put everything together: what is behind them is no import of a test that opens a site. */
const COMPOSITION = /^server\/(?:all-jobs|app|open-services|open-site|personal-data|testing(?:\/.*)?)\.ts$/

const targetOf = (file: string, name: string) =>
  name.startsWith('#') ? name.slice(1) : join(dirname(file), name).replaceAll('\\', '/')

/** Which files import each file. */
const readImporters = () => {
  const importers = new Map<string, string[]>()
  for (const file of globSync(SOURCES)) {
    if (COMPOSITION.test(file)) continue
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
      const target = targetOf(file, name)
      importers.set(target, [...(importers.get(target) ?? []), file])
    }
  }
  return importers
}

const isTest = (file: string) => /\.test\.tsx?$/.test(file)

/**
 * The test files that import these files, or lie in a folder with one of them: the nearest first. Tests ask for most of
 * what they test over HTTP, where only the folder says what belongs together.
 */
export const nearestTests = (changed: string[]): string[] => {
  const importers = readImporters()
  const folders = [...new Set(changed.map(dirname))].filter((folder) => folder.includes('/'))
  const beside = folders.flatMap((folder) => globSync(`${folder}/*.test.{ts,tsx}`))
  const found = new Set([...changed.filter(isTest), ...beside])
  const seen = new Set(changed)
  for (let layer = changed; layer.length > 0;) {
    const next = layer.flatMap((file) => importers.get(file) ?? []).filter((file) => !seen.has(file))
    layer = [...new Set(next)]
    for (const file of layer) {
      seen.add(file)
      if (isTest(file)) found.add(file)
    }
  }
  return [...found].filter((file) => globSync(file).length > 0)
}
