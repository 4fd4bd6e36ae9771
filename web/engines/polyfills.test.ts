import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { build } from 'vite'
import { expect, test } from 'vitest'
import { POLYFILLED } from './engines.ts'

/** The polyfills as one classic script. */
const bundled = async () => {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      write: false,
      rolldownOptions: { input: join(import.meta.dirname, 'polyfills.ts'), output: { format: 'iife' } },
    },
  })
  const [first] = Array.isArray(result) ? result : [result]
  const chunk = first && 'output' in first ? first.output[0] : undefined
  return chunk?.type === 'chunk' ? chunk.code : ''
}

test('the polyfills add each function that they are for, and a right one', async () => {
  const context = createContext({
    URL: class extends URL {},
    URLSearchParams,
    Event,
    AbortController,
    AbortSignal: class {},
  })
  const run = (code: string): unknown => runInContext(code, context)
  const language = POLYFILLED.filter((name) => !name.startsWith('HTMLElement'))
  for (const name of language) run(`${name.startsWith('URL') ? `${name} = undefined` : `delete ${name}`}`)
  for (const name of language) expect(run(`typeof ${name}`), name).toBe('undefined')
  // The polyfill for popovers looks for an element's `popover`.
  run('var HTMLElement = class { get popover() { return null } }')
  run(await bundled())
  for (const name of language) expect(run(`typeof ${name}`), name).toBe('function')
  expect(run(`URL.parse('/b', 'https://example.org/a').href`)).toBe('https://example.org/b')
  expect(run(`URL.parse('nothing')`)).toBeNull()
  expect(
    run(`JSON.stringify([[3, 1, 2].toSorted(), [1, 2].toReversed(), [1, 2].with(0, 5), [1, 2, 3].toSpliced(0, 1)])`),
  ).toBe('[[1,2,3],[2,1],[5,2],[2,3]]')
  expect(run(`Map.groupBy([1, 2, 3], (n) => n % 2).get(1).length`)).toBe(2)
  expect(run(`typeof Promise.withResolvers().resolve`)).toBe('function')
})
