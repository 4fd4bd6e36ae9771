import { test } from 'vitest'

/**
 * `test.for` over files of the test data. Without the data it is one skipped test that names what is missing, since Vitest
 * fails a file that has no test.
 */
export const eachOf =
  <Item>(items: readonly Item[], missing: string) =>
  (name: string, body: (item: Item) => Promise<void>) =>
    items.length > 0
      ? test.for(items)(name, body)
      : test.skip(`${name} (set TEST_DATA to a folder that has ${missing})`, () => {})
