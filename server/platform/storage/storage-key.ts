const KEY = /^[a-z\d-]+(?:\/[a-z\d-]+)*(?:\.[a-z\d]+)?$/

export const isStorageKey = (key: string): boolean => KEY.test(key)

/** Throws for a key that could lead out of the storage. */
export const checkedKey = (key: string, isKey = isStorageKey): string => {
  if (!isKey(key)) throw new Error('not a storage key')
  return key
}
