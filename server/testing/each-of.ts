import { test } from 'vitest'

type Body<Item> = (item: Item) => unknown

/**
 * `test.each` over files of the test data. Without the data it is one skipped test that names what is missing, since Vitest
 * fails a file that has no test.
 */
export const eachOf = <Item>(items: readonly Item[], missing: string) =>
  items.length > 0
    ? (name: string, body: Body<Item>, timeout?: number) => test.each(items)(name, body, timeout)
    : (name: string) => test.skip(`${name} (set TEST_DATA to a folder that has ${missing})`, () => {})
