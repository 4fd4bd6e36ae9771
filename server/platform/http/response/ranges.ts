import type { Part } from '#server/platform/storage/storage.ts'

const ONE_RANGE = /^bytes=(\d*)-(\d*)$/

/** The single byte range of a Range header; undefined (the whole file) without one, for several ranges and for a malformed header. */
export const partOf = (header: string | undefined, size: number): Part | 'unsatisfiable' | undefined => {
  const [, from, to] = ONE_RANGE.exec(header ?? '') ?? []
  if (from === undefined || to === undefined || (from === '' && to === '')) return undefined
  const isSuffix = from === ''
  const first = isSuffix ? Math.max(0, size - Number(to)) : Number(from)
  const last = isSuffix || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (isSuffix && Number(to) === 0) return 'unsatisfiable'
  if (!isSuffix && to !== '' && Number(to) < first) return undefined
  return first >= size ? 'unsatisfiable' : { first, last }
}
