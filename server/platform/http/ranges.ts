import type { Part } from '#server/platform/storage/storage.ts'

const ONE_RANGE = /^bytes=(\d*)-(\d*)$/

/** The one part that a Range header asks for; undefined for the whole file, also where it asks for several parts or for nothing that can be read. */
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
