/** What `valueOf` answers for each of the keys, in their order. */
export const recordOf = <Key extends string, Value>(
  keys: readonly Key[],
  valueOf: (key: Key) => Value,
): Record<Key, Value> => Object.fromEntries(keys.map((key) => [key, valueOf(key)])) as Record<Key, Value>

/** The properties of these names, in the order of the names. */
export const pick = <From, Key extends keyof From & string>(from: From, keys: readonly Key[]): Pick<From, Key> =>
  recordOf(keys, (key) => from[key]) as Pick<From, Key>
