import { PdfRejectedError } from '#server/formats/pdf/pdf-error.ts'

const MAX_OBJECTS = 200_000
const MAX_UNTERMINATED = 20

/** What is left of each limit, and what is only active together with another object. */
export const newScan = (readsStrings: boolean) => ({
  readsStrings,
  objects: MAX_OBJECTS,
  unterminated: MAX_UNTERMINATED,
  /** An object is only the name of an action, and a dictionary names its type by reference. */
  hasBareActionName: false,
  hasIndirectType: false,
  /** Objects that are strings with unsafe targets, and those that links refer to. */
  unsafeStrings: new Set<string>(),
  targets: [] as string[],
  /** Objects that hold actions which run without a click. */
  automatic: new Set<string>(),
})

export type Scan = ReturnType<typeof newScan>

export const spend = (scan: Scan, what: 'objects' | 'unterminated') => {
  scan[what] -= 1
  if (scan[what] < 0) throw new PdfRejectedError('too_complex')
}

export const noteAutomatic = (numbers: string[], scan: Scan) => {
  for (const number of numbers) scan.automatic.add(number)
}
